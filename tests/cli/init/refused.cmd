# nothing is overwritten, and no name is taken that C or a specification could not have
init() {
	srtest init "$@" 2>&1 && echo "exit 0" || echo "exit $?"
}
echo mine >box.h
init box
ls
cat box.h
for name in int 9a a-b seq linux uint_t '' ../box 'a b' _a; do
	init "$name"
done
init
init a b
ls
