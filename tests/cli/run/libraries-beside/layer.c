/* Hands calls on, by what stands in a table. */
void core_clear(void);
void core_put(int);
int core_get(void);

static const struct {
	void (*clear)(void);
	void (*put)(int);
	int (*get)(void);
} table = {core_clear, core_put, core_get};

void layer_clear(void) { table.clear(); }
void layer_put(int item) { table.put(item); }
int layer_get(void) { return table.get(); }
