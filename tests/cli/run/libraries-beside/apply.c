/* Calls a function that it was given, and has nothing else to do. */
int apply(int (*fn)(int), int x) { return fn(x); }
