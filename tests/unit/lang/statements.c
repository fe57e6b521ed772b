#include "unit/lang/world.h"

#include "unit/unit.h"

static void
an_assignment_changes_its_variable_and_nothing_else(void **state)
{
	static const struct world_case cases[] = {
		{"k := 4", NULL, "k = 4"},
		{"k += 1; r -= 2", NULL, "k = 4, r = 3"},
		{"names := names - {\"a\"}", NULL, "names = {\"b\" -> 2}"},
		{"free += {3}", NULL, "free = {0, 2, 3}"},
		{"free -= {0}", NULL, "free = {2}"},
		{"free := {}", NULL, "free = {}"},
		{"coins -= bag(1)", NULL, "coins = bag(1, 5)"},
		{"coins += bag(2, 2)", NULL, "coins = bag(1, 1, 2, 2, 5)"},
		{"list := list ++ [9]", NULL, "list = [3, 1, 2, 9]"},
		{"if flag then k := 0 else k := 1", NULL, "k = 0"},
		{"if not flag then k := 0", NULL, "nothing"},
		{"if k > 3 then k := 0 else if k > 2 then { k := 9; r := 1 } else k := 5", NULL, "k = 9, r = 1"},
		{"color := blue; letter := 'z'; text := \"x\" ++ text", NULL, "color = blue, letter = 'z', text = \"xhello\""},
		{"raw := \"ab\"", NULL, "raw = [97, 98]"},
		{"raw := \"ab\" ++ raw", NULL, "raw = [97, 98, 0, 255]"},
		{"maybe := none", NULL, "maybe = none"},
		{"maybe := some(the(maybe) + 5)", NULL, "maybe = some(9)"},
		{"digits := digits ++ [k * 3]", NULL, "digits = [1, 2, 9]"},
		{"flag := k == 3 => flag", NULL, "nothing"},
		{"occupied := occupied + {1 -> true}", NULL, "occupied = {1 -> true, 2 -> true, 3 -> false}"},
		{"weight := {q -> q * 10 | q in Warehouse}", NULL, "weight = {0 -> 0, 1 -> 10, 2 -> 20, 3 -> 30}"},
		{"weight := {0 -> 1, 1 -> 2, 2 -> 3, 3 -> 4}", NULL, "weight = {0 -> 1, 1 -> 2, 2 -> 3, 3 -> 4}"},
		{"k := k + 1; k := old(k) * 10 + k", NULL, "k = 34"},
		{"turn := turn + 1", NULL, "turn = 3"},
		{"writers -= 1; inside := true", NULL, "writers = 0, inside = true"},
		{"tries := tries ++ [pick 1..6]", NULL, "tries = [1]"},
		{"k := pick x in free . x + 1", NULL, "k = 1"},
		{"{ k := 1 k := 2 }", NULL, "k = 2"},
		{"i := -1;", NULL, "i = -1"},
	};
	CHANGES_ARE(cases, NULL);
}

static void
parts_of_values_are_assigned_to_and_loops_run(void **state)
{
	static const struct world_case cases[] = {
		{"weight[n] += w", NULL, "weight = {0 -> 700, 1 -> 1200, 2 -> 0, 3 -> 1000}"},
		{"nested[1].f[2] := 9", NULL, "nested = {0 -> (f = [1, 2, 3], p = (x = 0, y = 0)), 1 -> (f = [1, 2, 9], p = (x = 0, y = 0)), 2 -> (f = [1, 2, 3], p = (x = 0, y = 0)), 3 -> (f = [1, 2, 3], p = (x = 0, y = 0))}"},
		{"nested[n].p.x -= 3", NULL, "nested = {0 -> (f = [1, 2, 3], p = (x = 0, y = 0)), 1 -> (f = [1, 2, 3], p = (x = -3, y = 0)), 2 -> (f = [1, 2, 3], p = (x = 0, y = 0)), 3 -> (f = [1, 2, 3], p = (x = 0, y = 0))}"},
		{"nested[n].p := (x = 4, y = 5)", NULL, "nested = {0 -> (f = [1, 2, 3], p = (x = 0, y = 0)), 1 -> (f = [1, 2, 3], p = (x = 4, y = 5)), 2 -> (f = [1, 2, 3], p = (x = 0, y = 0)), 3 -> (f = [1, 2, 3], p = (x = 0, y = 0))}"},
		{"names[\"c\"] := 3", NULL, "names = {\"a\" -> 1, \"b\" -> 2, \"c\" -> 3}"},
		{"names[\"a\"] += 3", NULL, "names = {\"a\" -> 4, \"b\" -> 2}"},
		{"big[5] := {1}; big[5] += {2}; big[6] := {}", NULL, "big = {5 -> {1, 2}, 6 -> {}}"},
		{"stock[red] += stock[blue]", NULL, "stock = {red -> 4, green -> 2, blue -> 3}"},
		{"grid[(u = 1, v = true)] := 7", NULL, "grid = {(u = 0, v = false) -> 0, (u = 0, v = true) -> 0, (u = 1, v = false) -> 0, (u = 1, v = true) -> 7}"},
		{"list[0] := 7; list[2] := list[0]", NULL, "list = [7, 1, 7]"},
		{"for x in Warehouse do weight[x] := x", NULL, "weight = {0 -> 0, 1 -> 1, 2 -> 2, 3 -> 3}"},
		{"for x in free do for y in free do k += x * y", NULL, "k = 7"},
		{"for x in [1, 2, 3] do (list := [x] ++ list)", NULL, "list = [3, 2, 1, 3, 1, 2]"},
		{"for c in Color do stock[c] -= 1", NULL, "stock = {red -> 0, green -> 1, blue -> 2}"},
		{"for enter(m, v) in waiting() do weight[m] += v", NULL, "weight = {0 -> 700, 1 -> 1500, 2 -> 700, 3 -> 1100}"},
		{"text[0] := 'J'", NULL, "text = \"Jello\""},
		{"point.x := point.y", NULL, "point = (x = -2, y = -2)"},
		{"weight[n] := 5; k := old(weight[n]) - weight[n]", NULL, "weight = {0 -> 700, 1 -> 5, 2 -> 0, 3 -> 1000}, k = 295"},
		{"weight[old(weight)[2]] := 1", NULL, "weight = {0 -> 1, 1 -> 300, 2 -> 0, 3 -> 1000}"},
	};
	CHANGES_ARE(cases, NULL);
}

static void
a_fault_names_the_part_that_failed(void **state)
{
	static const struct world_case cases[] = {
		{"k -= 4", NULL, "fault 0-6: the value -1 is not in nat"},
		{"r := r + 5", NULL, "fault 5-10: the value 10 is not in 0..9"},
		{"weight[i] := 0", NULL, "fault 0-14: there is no value at the key -7"},
		{"nested[1].f[5] := 1", NULL, "fault 0-19: there is no position 5 in a sequence of 3"},
		{"names[\"c\"] += 3", NULL, "fault 0-10: there is no value at the key \"c\""},
		{"maybe := some(the(maybe) + 6)", NULL, "fault 9-29: the value some(10) is not in option 0..9"},
		{"digits := digits ++ [k * 4]", NULL, "fault 10-27: the value [1, 2, 12] is not in seq of 0..9"},
		{"weight := {q -> q * 10 | q in 0..2}", NULL, "fault 10-35: a value is needed for each key of map[Warehouse] 0..20"},
		{"weight := {0 -> 1, 1 -> 2, 2 -> 3, 2 -> 4}", NULL, "fault 10-42: a value is needed for each key of map[Warehouse] 1..4"},
		{"turn := turn + 2", NULL, "fault 8-16: the value 4 is not in 0..3"},
		{"k := 9223372036854775807; k += 1", NULL, "fault 26-32: the result is beyond what an int can hold"},
	};
	CHANGES_ARE(cases, NULL);
}

static void
what_cannot_be_assigned_is_refused(void **state)
{
	static const struct world_case cases[] = {
		{"r := 10", NULL, "5-7: this is 10, which is never in 0..9"},
		{"weight[n] += 9000", NULL, "0-17: this is 9000..11000, which is never in Weight"},
		{"weight[9] := 0", NULL, "7-8: this is never a key: the keys are Warehouse"},
		{"nested[1].f[2] := 10", NULL, "18-20: this is 10, which is never in 0..9"},
		{"list += 1", NULL, "8-9: a sequence has no += and -= / write: s := s ++ [x]"},
		{"weight := {0 -> 1, 1 -> 2}", NULL, "10-26: map[Warehouse] Weight needs a value for each key / write {k -> e | k in K}, or give one value for all keys"},
		{"list[pick 0..2] := 1", NULL, "0-15: the place of an assignment cannot be picked / write: for i in {pick 0..3} do a[i] := 1"},
		{"N := 3", NULL, "0-1: 'N' is not a variable, so it cannot change"},
		{"result := 3", NULL, "0-6: 'result' is the result, which this clause cannot change"},
		{"n := 2", NULL, "0-1: 'n' is a parameter of the operation, which this clause cannot change"},
		{"id := 3", NULL, "0-2: 'id' is a variable of the client, which this clause cannot change"},
		{"double(1) := 2", NULL, "0-9: only a variable can be assigned to"},
		{"1 := 2", NULL, "0-1: only a variable can be assigned to"},
		{"x := 2", NULL, "0-1: 'x' is not known here"},
		{"k = 4", NULL, "2-3: '=' is not an assignment / write: x := x + 1"},
		{"k == 4", NULL, "2-4: ':=', '+=' or '-=' is expected here, not '=='"},
		{"k", NULL, "1-1: ':=', '+=' or '-=' is expected here, not the end"},
		{"k :=", NULL, "4-4: an expression is expected here, not the end"},
		{"if flag k := 1", NULL, "8-9: 'then' is expected here, not 'k'"},
		{"for x in free k := 1", NULL, "14-15: 'do' is expected here, not 'k'"},
		{"k := \"a\"", NULL, "5-8: nat is expected here, this is string"},
		{"k := -1", NULL, "5-7: this is -1, which is never in nat"},
		{"for k in free do r := 1", NULL, "4-13: 'k' has a meaning here already / take another name for the new one"},
		{"weight[n] += 1; free[0] := 1", NULL, "16-23: set of Warehouse has no elements at int / ask whether an element is in a set: x in s"},
		{"text[0] := \"J\"", NULL, "11-14: char is expected here, this is string"},
	};
	CHANGES_ARE(cases, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_assignment_changes_its_variable_and_nothing_else),
		cmocka_unit_test(parts_of_values_are_assigned_to_and_loops_run),
		cmocka_unit_test(a_fault_names_the_part_that_failed),
		cmocka_unit_test(what_cannot_be_assigned_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
