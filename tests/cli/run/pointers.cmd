# long: what comes out behind pointers: options, records, text, within structs as well; NULL is none, and a mistake where there is no option
cat >shelf.yaml <<'END'
resource: shelf
types:
  Book: { pages: int, title: string }
  Size: { pages: int }
  Found: { where: option int, book: option Book, name: option string }
state: { book: option Book }
operations:
  put: { params: { n: 0..3, t: option string }, post: 'book := some((pages = n, title = if t == none then "" else the(t)))' }
  pages: { returns: option int, result: if book == none then none else some(the(book).pages) }
  title: { returns: option string, result: if book == none then none else some(the(book).title) }
  look: { returns: option Book, result: book }
  find: { returns: Found, result: '(where = if book == none then none else some(7), book = book, name = if book == none then none else some("x"))' }
  weigh: { params: { n: option int, b: option Size }, returns: int, result: '(if n == none then -1 else the(n)) + (if b == none then 0 else 10 * the(b).pages)' }
  into: { returns: option int, result: if book == none then none else some(the(book).pages) }
  spare: { returns: Book, result: '(pages = 1, title = "spare")' }
clients:
  reader:
    count: 2
    calls:
      - call: put(pick 0..3, pick {none, some("tale")})
      - call: pages
      - call: title
      - call: look
      - call: find
      - call: into
      - call: weigh(pick {none, some(5)}, pick {none, some((pages = 2))})
      - call: spare
implementation:
  prototypes: |
    struct book { char mark[3]; int pages; const char *title; char spoilt[5]; };
    struct size { int pages; };
    struct found { int *where; struct book *book; char *name; };
    void put(int pages, const char *title);
    const int *pages(void);
    char *title(void);
    struct book *look(void);
    struct found find(void);
    void into(int **pages);
    int weigh(const int *n, const struct size *b);
    struct book *spare(void);
  put: put(n, t)
  pages: pages()
  title: title()
  look: look()
  find: find()
  weigh: weigh(n, b)
  into: into(out result)
  spare: spare()
END
cat >shelf.c <<'END'
#include <pthread.h>
#include <stddef.h>
#ifndef SPARE
#define SPARE &it
#endif
#ifndef TITLE
#define TITLE "spare"
#endif
struct book { char mark[3]; int pages; const char *title; char spoilt[5]; };
struct found { int *where; struct book *book; char *name; };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct book books[1000], *book;
static int n, seven = 7;
static struct book *now(void) { pthread_mutex_lock(&mutex); struct book *b = book; pthread_mutex_unlock(&mutex); return b; }
void put(int pages, const char *title)
{
	pthread_mutex_lock(&mutex);
	books[n] = (struct book){ .pages = pages, .title = title ? "tale" : "" };
	book = &books[n++];
	pthread_mutex_unlock(&mutex);
}
const int *pages(void) { struct book *b = now(); return b ? &b->pages : NULL; }
char *title(void) { struct book *b = now(); return b ? (char *)b->title : NULL; }
struct book *look(void) { return now(); }
struct found find(void) { struct book *b = now(); return b ? (struct found){ &seven, b, "x" } : (struct found){ 0 }; }
void into(int **pages) { struct book *b = now(); *pages = b ? &b->pages : NULL; }
struct size { int pages; };
int weigh(const int *n, const struct size *b) { return (n ? *n : -1) + (b ? 10 * b->pages : 0); }
struct book *spare(void) { static struct book it = { .pages = 1, .title = TITLE }; return SPARE; }
END
gcc -g -shared -fPIC -pthread -o shelf.so shelf.c
look() { srtest run --no-save --seed 1 --tests 200 "$@" >told && status=0 || status=$?; echo "exit $status"; grep -o '\*\*\* .*\[value\|^shelf: passed [0-9]* tests' told; }
look shelf.yaml shelf.so
look --engine free --tests 20 shelf.yaml shelf.so
look --cflags -DSPARE=NULL shelf.yaml shelf.c
look --cflags -DTITLE=NULL shelf.yaml shelf.c
