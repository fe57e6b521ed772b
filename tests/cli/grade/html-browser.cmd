# long: a browser
# clicking through the page on a class: nothing runs, links lead to their places, everything opens
pages=$SRC/tests/cli/run/html
python3 $pages/browser.py
. $pages/class.inc
srtest grade --seed 1 --tests 100 -j 1 -f html -o class.html box.yaml class >words || echo "exit $?" >words
python3 $pages/browser.py class.html
