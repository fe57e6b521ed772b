/* What an implementation of the dining table provides; specs/dining-table/dining-table.yaml says what it must do. */
#ifndef DINING_TABLE_H
#define DINING_TABLE_H

typedef struct table table;

table *table_new(int seats);
void table_free(table *);
void table_pickup(table *, int seat);
void table_putdown(table *, int seat);

#endif
