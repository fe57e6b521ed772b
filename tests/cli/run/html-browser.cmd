# long: a browser
# clicking through the pages: nothing runs, everything opens, is readable in light and dark, and is printed
pages=$SRC/tests/cli/run/html
python3 $pages/browser.py
. $pages/pages.inc
for i in good stuck end; do page $i >/dev/null; done
evil_page >/dev/null
python3 $pages/browser.py good.html stuck.html end.html evil.html
