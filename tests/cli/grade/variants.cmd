# long: where several builds are tested, in the last one only
# submissions that are sources are tested in all variants, inside the sandbox; what is built otherwise is what it is
. $SRC/tests/cli/variant/shared.inc
mkdir -p class/folder class/made
for fault in DEAD_STORE TORN RIGHT; do
	(echo "#define $fault"; cat cell.c) >class/$fault.c
done
(echo '#define TORN'; cat cell.c) >class/folder/cell.c
(echo '#define DEAD_STORE'; cat cell.c) >class/made/cell.c
printf 'cell.so: cell.c\n\tgcc -O1 -shared -fPIC -o $@ $<\n' >class/made/Makefile
grade() {
	echo "$*:"
	srtest grade --seed 2 --tests 400 --shrink-time 1 --journal journal "$@" cell.yaml class >/dev/null
	python3 - <<'END'
import json
for line in list(open("journal"))[1:]:
    s = json.loads(line)
    print("   ", s["submission"], s["verdict"], s["report"].get("variant", ""))
END
	rm journal
}
grade --jobs 1
grade --jobs 1 --variant hooked
grade --jobs 1 --sandbox=off
