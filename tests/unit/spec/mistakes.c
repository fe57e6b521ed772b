#include "unit/spec/loaded.h"

#define OPS "operations: {op: {}}\n"
/* An operation with a body of its own, indented by four. */
#define OP(body) \
	"resource: r\n" \
	"constants: {N: 4}\n" \
	"state:\n" \
	"  s: int = 0\n" \
	"  buf: seq of int = []\n" \
	"  closed: bool = false\n" \
	"operations:\n" \
	"  op:\n" \
	"    params: {n: 0..9, b: bool}\n" body

static const struct mistake carrier[] = {
	{"resource: r\n" OPS "state: @@{a: int\n", "YAML: did not find expected ',' or '}'", "not closed"},
	{"resource: r\n" OPS "state: @@[a, b\n", "YAML: did not find expected ',' or ']'", "not closed"},
	{"resource: r\n" OPS "invariant: @@\"abc\n", "YAML: found unexpected end of stream", "not closed"},
	{"resource: r\n" OPS "state:\n  x: int@@: y\n", "YAML: mapping values are not allowed", "': '"},
	{"resource: r\n" OPS "state:\n@@\tx: int\n", "YAML: found character that cannot start any token", "not with tabs"},
	{"resource: r\n  operations@@: {op: {}}\n", "YAML: mapping values are not allowed", "under the key above"},
	{"resource: r\n@@operations\n  op:\n    cpre: true\n", "YAML: could not find expected ':'", "a colon and a blank"},
	{"resource: r\noperations:\n  op:\n    cpre: true\n    @@cases:{}\n    post: []\n", "YAML: could not find expected ':'", "a colon and a blank"},
	{"resource: r\noperations:\n  op:\n    cpre:true\n    post@@: []\n", "YAML: mapping values are not allowed", "the line above is no key"},
	{"resource: r\nstate:\n  x int\n  y@@: int\n", "YAML: mapping values are not allowed", "the line above is no key"},
	{"resource: r\n" OPS "invariant: @@%x\n", "YAML: found character that cannot start any token", "quotes"},
	{"resource: r\n" OPS "invariant: @@`x`\n", "YAML: found character that cannot start any token", "quotes"},
	{"resource: r\n" OPS "@@resource: s\n", "the key 'resource' stands here twice", NULL},
	{"resource: r\n" OPS "state: {a: int, @@a: int}\n", "the key 'a' stands here twice", NULL},
	{"resource: r\n" OPS "state: {@@[a]: int}\n", "a key must be a name", NULL},
	{"resource: r\n" OPS "state: {<<: @@x}\n", "a merge key takes a map", "*anchor"},
	{"resource: r\n" OPS "state: &a {x: @@*a}\n", "this alias stands inside what it names", NULL},
	{"resource: r\n" OPS "state: &a [@@*a]\n", "this alias stands inside what it names", NULL},
	{"resource: r\n" OPS "invariant: @@*x\n", "there is no anchor '&x' above", "quotes"},
	{"resource: r\n" OPS "invariant: @@* x\n", "YAML: did not find expected alphabetic or numeric character", "quotes"},
	{"resource: r\n" OPS "@@---\nresource: s\n", "a second document starts here", "a file of its own"},
	{"@@", "there is nothing in this file", NULL},
	{"@@# only a comment\n", "there is nothing in this file", NULL},
	{"@@- resource: r\n", "a specification is a map", NULL},
	{"@@resource\n", "a specification is a map", NULL},
	{"policy: @@p\noperations: {op: {}}\n", "this is a policy, not a specification", "--policy spec.yaml"},
	{"resource: r\n" OPS "invariant: tr@@\x01ue\n", "control character here (0x01)", NULL},
	{"resource: r\n" OPS "invariant: \"@@\xff\"\n", "this is not UTF-8", "UTF-8"},
	{"resource: r\n" OPS "invariant: @@\"\\0\"\n", "there is a NUL character", NULL},
	{"resource: r\r\noperations: {op: {}}\r\n@@stat: {}\r\n", "has no key 'stat'", "'state'"},
};

static const struct mistake turned[] = {
	{OP("    returns: int\n    result: @@{0, -1}\n"), "an expression is expected here", "\"{0, -1}\""},
	{OP("    returns: seq of int\n    result: @@[n, 1]\n"), "an expression is expected here", "\"[n, 1]\""},
	{OP("    returns: string\n    result: @@[\"a\"]\n"), "an expression is expected here", "'[\"a\"]'"},
	{OP("    returns: int\n    result:\n      @@x: 3\n"), "an expression is expected here", "YAML reads this as a map"},
	{OP("    cpre: @@#buf > 3\n"), "an expression is missing here: there is only a comment", "len(x)"},
	{OP("    cpre: @@len(buf) > 3 #x\n"), "YAML has cut this off at the #", "len(x)"},
	{OP("    post: @@s := s + 1 #buf\n"), "YAML has cut this off at the #", "quotes"},
	{OP("    cpre: @@!closed\n"), "YAML has taken the first word for a tag: '!closed'", "not x"},
	{OP("    cpre: @@!closed and b\n"), "YAML has taken the first word for a tag", "not x"},
	{OP("    cpre:@@ \n"), "an expression is missing here", NULL},
	{OP("    cpre: @@\"\"\n"), "an expression is missing here", NULL},
	{OP("    post: @@{s: 3}\n"), "a statement is expected here", NULL},
	{OP("    cpre: [n in @@{1, 2}]\n"), "YAML", NULL},
	{OP("    cpre: @@y\n"), "'y' is not known here", NULL},
	{OP("    cpre: @@no\n"), "'no' is not known here", "true or false"},
	{OP("    cpre: @@True\n"), "'True' is not known here", "true or false"},
	{OP("    cpre: n == @@0o17\n"), "", NULL},
	{OP("    cpre: n > 3 @@: 4\n"), "YAML: mapping values are not allowed", "quotes"},
	{OP("    cpre: 'a' > @@3\n"), "YAML", "quotes of the other kind"},
	{OP("    cpre: \"a\" @@++ x\n"), "YAML", "quotes of the other kind"},
	{"resource: r\noperations: {op: {params: {n: int}, cpre: @@max(n, 3) > 3}}\n", "YAML has cut this off at the comma", "needs quotes"},
	{"resource: r\nconstants: {N: 3}\n" OPS "invariant: [max(N@@, 3) > 3]\n", "expected here, not the end", "between [ and ]"},
	{"resource: r\nstate: {s: int}\noperations: {op: {post: [s := max(s@@, 3), s := 2]}}\n", "expected here, not the end", "between [ and ]"},
	{"resource: r\noperations: {op: {params: n@@: int, cpre: true}}\n", "YAML", NULL},
	{"resource: r\n" OPS "state:\n  s: seq of {a@@: int}\n", "YAML: mapping values are not allowed", NULL},
	{"resource: r\n" OPS "state: {m: map@@[bool] int = 0}\n", "YAML: did not find expected ',' or '}'", "needs quotes"},
	{"resource: r\n" OPS "state: {s: seq of int = @@[]}\n", "YAML: did not find expected ',' or '}'", "needs quotes"},
};

static const struct mistake shapes[] = {
	{"@@resource: r\n", "a specification needs the key 'operations'", NULL},
	{"@@operations: {op: {}}\n", "a specification needs the key 'resource'", NULL},
	{"resource: @@[r]\n" OPS, "a name is expected here", NULL},
	{"resource:@@ \n" OPS, "a name is missing here", NULL},
	{"resource: r\noperations: @@[op]\n", "operations stand here as a map", NULL},
	{"resource: r\noperations: @@op\n", "operations stand here as a map", NULL},
	{"resource: r\noperations: @@{}\n", "at least one operation", NULL},
	{"resource: r\noperations: {op: @@[]}\n", "an operation is a map", NULL},
	{"resource: r\noperations: {op: {@@parms: {}}}\n", "an operation has no key 'parms'", "did you mean 'params'?"},
	{"resource: r\noperations: {op: {@@xyzzyx: {}}}\n", "an operation has no key 'xyzzyx'", "the keys of an operation are"},
	{"resource: r\noperations: {op: {params: @@[n]}}\n", "parameters stand here as a map", NULL},
	{"resource: r\noperations: {op: {params: {n: @@}}}\n", "a type is missing here", NULL},
	{"resource: r\noperations: {@@1op: {}}\n", "'1op' is not a name", NULL},
	{"resource: r\noperations: {@@if: {}}\n", "'if' is a word of the language", NULL},
	{"resource: r\noperations: {op: {params: {@@in: int}}}\n", "'in' is a word of the language", NULL},
	{"resource: r\nconstants: {@@forall: 3}\n" OPS, "'forall' is a word of the language", NULL},
	{"resource: r\ntypes: {@@int: 0..3}\n" OPS, "'int' is a type of the language", NULL},
	{"resource: r\ntypes: {A: @@[]}\n" OPS, "an enum needs at least one name", NULL},
	{"resource: r\ntypes: {A: [a, @@a]}\n" OPS, "'a' stands here twice", NULL},
	{"resource: r\ntypes: {A: [a, @@not]}\n" OPS, "'not' cannot be a name", NULL},
	{"resource: r\ntypes: {A: @@{}}\n" OPS, "a record needs at least one field", NULL},
	{"resource: r\nconstants: @@[N]\n" OPS, "constants stand here as a map", NULL},
	{"resource: r\nconstants: {N: @@[1, 2]}\n" OPS, "an expression is expected here", "\"[1, 2]\""},
	{"resource: r\nstate: @@x\n" OPS, "variables stand here as a map", NULL},
	{"resource: r\nfunctions: {f: @@3}\n" OPS, "a function is a map", NULL},
	{"resource: r\nfunctions: {f: @@{params: {x: int}}}\n" OPS, "a function needs the key 'value'", NULL},
	{"resource: r\nfunctions: {@@len: {value: 3}}\n" OPS, "'len' is a function of the language", NULL},
	{"resource: r\nclients: @@[c]\n" OPS, "clients stand here as a map", NULL},
	{"resource: r\n" OPS "clients: {c: {calls: @@op()}}\n", "the calls of a client stand here as a list: '- call: ...'", NULL},
	{"resource: r\n" OPS "clients: {c: {calls: @@[]}}\n", "the calls of a client stand here as a list", NULL},
	{"resource: r\n" OPS "clients: {c: {calls: [@@op]}}\n", "a client's call is a map", NULL},
	{"resource: r\n" OPS "clients: {c: @@{count: 3}}\n", "a client needs the key 'calls'", NULL},
	{"resource: r\n" OPS "testing: @@fast\n", "the testing section is a map", NULL},
	{"resource: r\n" OPS "testing: {tests: @@0}\n", "this number must be in 1..", NULL},
	{"resource: r\n" OPS "testing: {tests: @@many}\n", "'many' is not known here", NULL},
	{"resource: r\n" OPS "testing: {phases: @@0..3}\n", "this range must lie in 1..1000000", NULL},
	{"resource: r\n" OPS "testing: {phases: @@4..3}\n", "this range is empty", NULL},
	{"resource: r\n" OPS "testing: {phases: @@int}\n", "", NULL},
	{"resource: r\n" OPS "testing: {wait: @@20}\n", "this is not a duration", "20ms"},
	{"resource: r\n" OPS "testing: {wait: @@-3ms}\n", "this is not a duration", NULL},
	{"resource: r\n" OPS "testing: {horizon: @@99999999999999999999s}\n", "this is not a duration", NULL},
	{"resource: r\n" OPS "display: @@x\n", "templates stand here as a map", NULL},
	{"resource: r\n" OPS "display: {@@opp: x}\n", "r has no operation 'opp'", "'op'"},
	{"resource: r\n" OPS "display: {op: 'x @@{n'}\n", "this { is not closed", NULL},
	{"resource: r\n" OPS "display: {op: 'x {@@n}'}\n", "'n' is not known here", NULL},
	{"resource: r\noperations: {op: {cases: @@[a]}}\n", "cases stand here as a map", NULL},
};

#define GRADING(body) "resource: r\noperations: {op: {}, other: {}}\ngrading: " body "\n"

static const struct mistake grading[] = {
	{GRADING("@@[1, 2]"), "the grading section is a map", NULL},
	{GRADING("@@40"), "the grading section is a map", NULL},
	{GRADING("{@@round4: 1}"), "has no key 'round4'", "'round"},
	{GRADING("{round1: @@-1}"), "", NULL},
	{GRADING("{round1: @@1.5}"), "points are whole numbers", "twice"},
	{GRADING("{round2: @@1000001}"), "", NULL},
	{GRADING("{round3: @@many}"), "", NULL},
	{GRADING("{round1: @@[1]}"), "", NULL},
	{GRADING("{operations: @@5}"), "points stand here as a map", NULL},
	{GRADING("{operations: {@@opp: 5}}"), "'opp'", "'op'"},
	{GRADING("{operations: {op: @@-5}}"), "", NULL},
	{GRADING("{operations: {op: 1, @@op: 2}}"), "the key 'op' stands here twice", NULL},
	{GRADING("{costs: @@[crash]}"), "costs stand here as a map", NULL},
	{GRADING("{costs: {@@crsh: 5}}"), "there is no such class of errors", "'crash'"},
	{GRADING("{costs: {@@deadlock: 5}}"), "there is no such class of errors", "safety, order"},
	{GRADING("{costs: {crash: @@lots}}"), "", NULL},
	{GRADING("{costs: {crash: @@-3}}"), "", NULL},
};

static const struct mistake messages[] = {
	{OP("    cpre: {that: s > 0, message: @@[a]}\n"), "a text is expected here", "\"[a]\""},
	{OP("    cpre: {that: s > 0, message: @@}\n"), "a text is missing here", NULL},
	{OP("    cpre: {that: s > 0, message: @@no more, please}\n"), "YAML has cut this off at the comma", "needs quotes"},
	{OP("    cpre: @@{that: s > 0}\n"), "a clause with a message needs the key 'message'", NULL},
	{OP("    cpre: @@{message: none is left}\n"), "a clause with a message needs the key 'that'", NULL},
	{OP("    cpre: {that: s > 0, message: x, @@because: y}\n"), "a clause with a message has no key 'because'", "are that, message"},
	{OP("    cpre: [s > 0, {that: s > 1, message: x, @@hint: y}]\n"), "a clause with a message has no key 'hint'", NULL},
	{OP("    cpre: {that: @@[s > 0, s < 5], message: x}\n"), "an expression is expected here", NULL},
	{OP("    cpre: {that: @@n, message: x}\n"), "", NULL},
	{OP("    cpre: {that: s > 0, message: 'there are {@@t}'}\n"), "'t' is not known here", NULL},
	{OP("    cpre: {that: s > 0, message: 'there are {s +@@}'}\n"), "", NULL},
	{OP("    cpre: {that: s > 0, message: 'there are @@{s'}\n"), "this { is not closed", NULL},
	{OP("    cpre: [n > 0, {that: s > 0, message: 'not {@@result}'}]\n"), "", NULL},
	{OP("    pre: {that: n > 0, message: '{@@s} is there'}\n"), "", NULL},
	{OP("    cpre: {that: s > 0, message: '{len(@@older(op))} wait'}\n"), "cannot ask for older calls", "'enabled'"},
	{OP("    enabled: {that: empty(waiting(op)), message: @@'{len(older(op))} wait'}\n"), "asks for calls that the clause does not ask for", "what its clause looks at"},
	{OP("    enabled: {that: empty(older(op)), message: @@'{[k | op(k, _) in older(op)]} wait'}\n"), "that the clause does not ask for in their order", NULL},
	{OP("    post: @@{that: s := 1, message: x}\n"), "post of op has no message, as nobody can break it", "without the keys 'that' and 'message'"},
	{OP("    post: [s := 1, @@{that: s := 1, message: x}]\n"), "post of op has no message", NULL},
	{OP("    cases: {c: @@{that: s > 0, message: x}}\n"), "case c of op has no message", "alone"},
	{OP("clients: {c: {calls: [{call: 'op(1, true)', when: @@{that: true, message: x}}]}}\n"), "when of c has no message", "alone"},
	{"resource: r\n" OPS "invariant: [true, {that: 1 < 2, message: '{@@x}'}]\n", "'x' is not known here", NULL},
	{OP("scheduling: {operations: {op: {enabled: {that: s > 0, message: '{@@x}'}}}}\n"), "'x' is not known here", NULL},
	{OP("    returns: int\n    result: {that: s, message: '{@@x}'}\n"), "'x' is not known here", NULL},
};

static const struct mistake meaning[] = {
	/* declarations */
	{"resource: r\nconstants: {A: B, B: @@A}\n" OPS, "'A' is defined by itself", NULL},
	{"resource: r\nconstants: {A: @@A + 1}\n" OPS, "'A' is defined by itself", NULL},
	{"resource: r\ntypes: {A: seq of B, B: {x: @@A}}\n" OPS, "'A' is defined by itself", NULL},
	{"resource: r\ntypes: {A: 0..N}\nconstants: {N: count x in @@A . true}\n" OPS, "'A' is defined by itself", NULL},
	{"resource: r\nfunctions: {f: {value: g()}, g: {value: @@f()}}\n" OPS, "the function 'f' calls itself", "functions must come to an end"},
	{"resource: r\nconstants: {N: 3}\nstate: {@@N: int}\n" OPS, "'N' has a meaning already", "line 2"},
	{"resource: r\ntypes: {T: int}\nparameters: {@@T: 0..3}\n" OPS, "'T' has a meaning already", "line 2"},
	{"resource: r\nstate: {x: int}\noperations: {op: {params: {@@x: int}}}\n", "'x' has a meaning already", "line 2"},
	{"resource: r\nstate: {x: int}\noperations: {@@x: {}}\n", "'x' has a meaning already", "line 2"},
	{"resource: r\nstate: {x: int}\nscheduling_state: {@@x: int}\n" OPS, "'x' has a meaning already", "line 2"},
	{"resource: r\ntypes: {A: [a, b], B: [c, @@a]}\n" OPS, "'a' has a meaning already", "line 2"},
	{"resource: r\nstate: {x: int}\n" OPS "scheduling: {state: {@@x: int}, operations: {}}\n", "'x' has a meaning already", NULL},
	{"resource: r\nstate: {x: int}\n" OPS "clients: {c: {vars: {@@x: int}, calls: [call: op]}}\n", "'x' has a meaning already", NULL},
	{"resource: r\n" OPS "clients: {c: {vars: {@@id: int}, calls: [call: op]}}\n", "'id' has a meaning already", NULL},
	{"resource: r\nconstants: {N: 3}\ntypes: {T: @@4..N}\n" OPS, "this range is empty: 4 is greater than 3", NULL},
	{"resource: r\ntypes: {T: 0..@@1 div 0}\n" OPS, "division by zero", NULL},
	{"resource: r\nconstants: {N: @@4 * 9223372036854775807}\n" OPS, "beyond what an int can hold", NULL},
	{"resource: r\nconstants: {N: @@sum x in 0..99999999 . x}\n" OPS, "this takes too long", NULL},
	{"resource: r\ntypes: {T: @@{a, b}}\n" OPS, "the names of an enum stand in brackets", "[a, b]"},
	{"resource: r\nstate: {x: @@whatever}\n" OPS, "the type 'whatever' is not known", "types are"},
	{"resource: r\nstate: {x: 0..3 = @@7}\n" OPS, "this is 7, which is never in 0..3", NULL},
	{"resource: r\nstate: {x: bool = @@3}\n" OPS, "bool is expected here", NULL},
	{"resource: r\nstate: {x: int, y: int = @@x}\n" OPS, "which the initial value cannot read", NULL},
	{"resource: r\nparameters: {@@p: int}\n" OPS, "a parameter is drawn for each test", NULL},
	{"resource: r\nparameters: {@@p: 0..3 = 2}\n" OPS, "has no value of its own", "constants"},
	{"resource: r\nparameters: {p: 0..3}\ntypes: {T: 0..@@p}\n" OPS, "'p' is not known here", NULL},
	{"resource: r\ntypes: {Big: 0..1099511627775}\n" OPS "invariant: forall x in @@Big . x > 0\n", "the values of Big cannot be run through", NULL},
	{"resource: r\ntypes: {Big: 0..1099511627775}\nstate:\n  m: map[Big] bool = @@false\n" OPS, "map[Big] bool is expected here", NULL},
	/* operations */
	{OP("    result: @@n\n"), "op returns nothing that 'result' could speak of", "returns: TYPE"},
	{OP("    ensures: @@result > 3\n"), "op returns nothing that 'ensures' could speak of", "returns: TYPE"},
	{OP("    returns: int\n    ensures: true\n    reject: @@result == -1\n"), "no call of op is ever refused", NULL},
	{OP("    pre: @@s > 0\n"), "'s' is the state of the resource, which pre of op cannot read", NULL},
	{OP("    cpre: @@s + 1\n"), "bool is expected here", NULL},
	{OP("    cpre: @@q > 3\n"), "'q' is not known here", NULL},
	{OP("    cpre: n >@@ \n"), "an expression is expected here, not the end", NULL},
	{OP("    post: n @@= 3\n"), "'=' is not an assignment", ":="},
	{OP("    post: @@n := 3\n"), "'n' is a parameter of the operation, which post of op cannot change", NULL},
	{OP("    post: @@N := 3\n"), "'N' is not a variable", NULL},
	{OP("    returns: int\n    result: @@result + 1\n"), "'result' is the result, which result of op cannot read", NULL},
	{OP("    cpre: empty(@@older(op))\n"), "cannot ask for older calls", NULL},
	{OP("    returns: bool\n    ensures: result or empty(@@waiting(op))\n"), "cannot ask for waiting calls", "ask for others(...)"},
	{OP("    returns: bool\n    ensures: result or empty(@@older())\n"), "cannot ask for older calls", "ask for others(...)"},
	{OP("    returns: bool\n    result: empty(@@others())\n"), "cannot ask for others calls", NULL},
	{OP("    returns: bool\n    ensures: @@result or len([v | op(v, _) in others(op)]) > 1\n"), "in which order others came is not known here", "empty(others())"},
	{OP("    cpre: @@pick {true, false}\n"), "cannot pick: only clients do", NULL},
	{OP("    post: 's := @@pick 0..3'\n"), "cannot pick: only clients do", NULL},
	{OP("    info: @@nat\n"), "nothing sets this: only 'waiting' can", NULL},
	{OP("    enabled: @@info > 3\n"), "'info' is not known here", NULL},
	{OP("    info: nat\n    waiting: info := n\n    post_waiting: @@info := 3\n"), "which post_waiting of op cannot change", NULL},
	{OP("    waiting: @@s := 3\n"), "which waiting of op cannot change", NULL},
	{OP("    enabled: empty(older(@@opp))\n"), "'opp' is not an operation", "'op'"},
	{OP("    enabled: empty(older(@@op(_)))\n"), "op has 2 parameters, this pattern has 1", "_ stands for anything"},
	{OP("    enabled: empty(older(op(@@m, _)))\n"), "'m' is not known here", "_ stands for anything"},
	/* policies */
	{"resource: r\n" OPS "scheduling: @@fifoo\n", "there is no policy 'fifoo'", "'fifo'"},
	{"resource: r\n" OPS "scheduling: @@nothing\n", "there is no policy 'nothing'", "known are"},
	{"resource: r\n" OPS "scheduling: @@[fifo]\n", "a policy is expected here", NULL},
	{"resource: r\n" OPS "scheduling: {operations: {@@opp: {}}}\n", "r has no operation 'opp'", "'op'"},
	{"resource: r\n" OPS "scheduling: {operations: {op: {@@enable: true}}}\n", "has no key 'enable'", "'enabled'"},
	{"resource: r\n" OPS "scheduling: {operations: {op: {@@cpre: true}}}\n", "has no key 'cpre'", NULL},
	{"resource: r\nstate: {s: int}\n" OPS "scheduling: {operations: {op: {post_waiting: '@@s := 1'}}}\n", "which post_waiting of op cannot change", NULL},
	{"resource: r\n" OPS "scheduling: {resource: @@r, operations: {}}\n", "this is a specification, not a policy", NULL},
	{"resource: r\n" OPS "scheduling: @@{state: {x: int}}\n", "a policy needs the key 'operations'", NULL},
	{"resource: r\noperations: {op: {cpre: true, params: {n: int}}}\nscheduling: {priority: @@m}\n", "no operation with a 'cpre' has the parameters", NULL},
	{"resource: r\noperations: {op: {cpre: true, params: {n: int}}}\nscheduling: {priority: @@}\n", "an expression is missing here", NULL},
	/* clients */
	{"resource: r\noperations: {op: {params: {n: int}}}\nclients: {c: {calls: [call: @@op]}}\n", "op takes 1 argument, not 0", NULL},
	{"resource: r\n" OPS "clients: {c: {calls: [call: '@@op(1, 2)']}}\n", "op takes 0 arguments, not 2", NULL},
	{"resource: r\n" OPS "clients: {c: {calls: [call: @@opp()]}}\n", "r has no operation 'opp'", "'op'"},
	{"resource: r\noperations: {op: {params: {n: 0..3}}}\nclients: {c: {calls: [call: op(@@7)]}}\n", "this is 7, which is never in 0..3", NULL},
	{"resource: r\nstate: {s: int}\n" OPS "clients: {c: {calls: [{call: op, when: @@s > 0}]}}\n", "'s' is the state of the resource", NULL},
	{"resource: r\n" OPS "clients: {c: {count: @@0, calls: [call: op]}}\n", "this number must be in 1..1000", NULL},
	{"resource: r\n" OPS "clients: {c: {calls: [{call: op, share: @@-1}]}}\n", "this number must be in", NULL},
	{"resource: r\n" OPS "clients: {c: {calls: [{call: op, then: @@id := 3}]}}\n", "which then of c cannot change", NULL},
	{"resource: r\n" OPS "clients: {c: {calls: [{call: op, when: @@pick bool}]}}\n", "cannot pick", NULL},
	{"resource: r\n" OPS "clients: {c: {vars: {x: int}, calls: [{call: op, then: 'x := @@result'}]}}\n", "'result' is not known here", NULL},
};

static void
what_yaml_cannot_read_is_told_with_its_place_and_a_remedy(void **state)
{
	(void)state;
	FIND_MISTAKES(carrier);
}

static void
an_expression_that_yaml_turned_into_something_else_is_an_error(void **state)
{
	(void)state;
	FIND_MISTAKES(turned);
}

static void
a_wrong_shape_is_told_with_its_place_and_a_remedy(void **state)
{
	(void)state;
	FIND_MISTAKES(shapes);
}

static void
what_makes_no_sense_is_told_with_its_place_and_a_remedy(void **state)
{
	(void)state;
	FIND_MISTAKES(meaning);
}

static void
what_is_wrong_with_points_is_told_with_its_place_and_a_remedy(void **state)
{
	(void)state;
	FIND_MISTAKES(grading);
}

static void
what_is_wrong_with_a_message_is_told_with_its_place_and_a_remedy(void **state)
{
	(void)state;
	FIND_MISTAKES(messages);
}

static void
several_mistakes_are_told_in_one_go_and_their_consequences_are_not(void **state)
{
	(void)state;
	static const char text[] = "resource: r\n"
				   "constants: {N: 1 +, M: N + 1}\n"
				   "types: {T: 0..N, U: seqq of T, V: U}\n"
				   "state: {a: T = 0, b: W, c: seq of V}\n"
				   "functions: {f: {params: {x: U}, value: x + N}, g: {value: f(a) + z}}\n"
				   "invariant: [f(a) > 0, b > c]\n"
				   "operations:\n"
				   "  one: {params: {p: T, q: X}, cpre: p > q and y > 0, bad: 3}\n"
				   "  two: {returns: Y, result: result + 1, pst: 3}\n"
				   "scheduling: {operations: {one: {enabled: 'forall one(v, w) in waiting(one) . v == w'}}}\n"
				   "clients: {c: {vars: {k: T}, calls: [call: 'one(k, 2)', {call: two, when: k > zz}]}}\n"
				   "implementation: {prototypes: void f(void);, one: f(), two: g()}\n";
	static const char *const expected[] = {
		"an expression is expected here, not the end", "'seqq' is no collection", "the type 'W' is not known", "'z' is not known here", "the type 'X' is not known", "'y' is not known here",
		"an operation has no key 'bad'", "the type 'Y' is not known", "an operation has no key 'pst'", "'zz' is not known here", "no function 'g'",
	};
	struct loaded l;
	load(&l, text);
	size_t missing = 0;
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		bool found = false;
		for (size_t k = 0; k < l.diags.list.n; k++)
			found = found || strstr(l.diags.list.at[k].message, expected[i]);
		if (!found)
			fprintf(stderr, "missing: %s\n", expected[i]);
		missing += !found;
	}
	if (missing || l.diags.errors != sizeof expected / sizeof *expected)
		diags_print(&l.diags, stderr, false);
	size_t errors = l.diags.errors;
	forget(&l);
	assert_int_equal(missing, 0);
	assert_int_equal(errors, sizeof expected / sizeof *expected);
}

static void
a_declaration_that_cannot_be_read_has_one_message_and_its_uses_have_none(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"resource: r\nstate: {is open: bool, items: seq of int}\noperations: {op: {cpre: open and not empty(items)}}\n",
		"resource: r\ntypes: {Status: {ok, closed}}\noperations: {op: {returns: Status, result: 'if 1 < 2 then ok else closed'}}\n",
		"resource: r\nconstants: {N-1: 4, M: 3}\ntypes: {T: 0..M}\nstate: {x: T = M}\noperations: {op: {}}\n",
		"resource: r\ntypes: {T: [on, off]}\nstate: {on: bool}\noperations: {op: {cpre: on}, two: {post: on := true}}\n",
		"resource: r\nstate: {x: int}\noperations: {op: {params: {x: bool}, cpre: x, post: x += 1}}\n",
		"resource: r\nstate: {x: int}\noperations: {op: {params: n, cpre: x > n}}\n",
		"resource: r\nstate: {x: int}\noperations: {op: {params: [n, m], cpre: x > n + m}}\n",
		"resource: r\nstate: {x: int}\noperations: {op: {params: [n: int, m: int], cpre: x > n + m}}\n",
		"resource: r\nstate: {x: int}\noperations: {op: {params: {n:int}, cpre: x > n}}\nimplementation: {prototypes: void f(int);, op: f(n)}\n",
		"resource: r\noperations: {op: {returns: {ok, closed}}}\nimplementation: {prototypes: int f(int *);, op: result.a = f(out result.b)}\n",
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct loaded l;
		load(&l, texts[i]);
		size_t errors = l.diags.errors;
		if (errors != 1)
			diags_print(&l.diags, stderr, false);
		forget(&l);
		assert_int_equal(errors, 1);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_declaration_that_cannot_be_read_has_one_message_and_its_uses_have_none),
		cmocka_unit_test(what_yaml_cannot_read_is_told_with_its_place_and_a_remedy),
		cmocka_unit_test(an_expression_that_yaml_turned_into_something_else_is_an_error),
		cmocka_unit_test(a_wrong_shape_is_told_with_its_place_and_a_remedy),
		cmocka_unit_test(what_makes_no_sense_is_told_with_its_place_and_a_remedy),
		cmocka_unit_test(what_is_wrong_with_points_is_told_with_its_place_and_a_remedy),
		cmocka_unit_test(what_is_wrong_with_a_message_is_told_with_its_place_and_a_remedy),
		cmocka_unit_test(several_mistakes_are_told_in_one_go_and_their_consequences_are_not),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
