/*
 * Readers and writers as `srtest check` explores them, step by step: a client makes a call (skip), a call goes ahead
 * (d_step). Clients of a kind start in the order of their ids. The numbers of states must agree.
 */
#ifndef READERS
#define READERS 3
#define WRITERS 3
#endif

byte readers, writers, started_readers, started_writers;

active [READERS] proctype reader() {
	d_step { started_readers == _pid -> started_readers++ }
	do
	:: d_step { writers == 0 -> readers++; assert(writers == 0) };
		skip;
		d_step { readers--; assert(writers == 0 || (readers == 0 && writers == 1)) };
		skip
	od
}

active [WRITERS] proctype writer() {
	d_step { started_writers == _pid - READERS -> started_writers++ }
	do
	:: d_step { readers == 0 && writers == 0 -> writers++; assert(readers == 0 && writers == 1) };
		skip;
		d_step { writers--; assert(writers == 0 || (readers == 0 && writers == 1)) };
		skip
	od
}
