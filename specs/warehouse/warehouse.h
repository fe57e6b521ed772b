/* What an implementation of the warehouse provides; specs/warehouse/warehouse.yaml says what it must do. */
#ifndef WAREHOUSE_H
#define WAREHOUSE_H

typedef struct warehouse warehouse;

warehouse *warehouse_new(int n_warehouses, int max_weight);
void warehouse_free(warehouse *);
void warehouse_enter(warehouse *, int n, int w);
void warehouse_exit(warehouse *, int n, int w);

#endif
