/*
 * Whose turn it is when nobody can simply go on: of those who poll, sleep or spin. This is no choice of a strategy, and the same
 * in every run.
 */
#ifndef NATIVE_TURNS_H
#define NATIVE_TURNS_H

#include "drivers/native/tasks.h"

/* A run begins: timeouts up to so far from now may fire, and patience multiplies the rounds that those who poll get. */
void turns_begin(uint64_t now, uint64_t horizon, unsigned patience);
/* What has been done in this run cost so much that nobody gets more rounds than need be. */
void turns_cost_much(void);
/* Time goes by for those who poll until the clock shows some time, where turns_let_later allows it. False: there are none. */
bool turns_pass_time(uint64_t *now);
/* The time up to which timeouts may fire. */
uint64_t turns_horizon(void);
/* One of those who poll and had too few turns yet, or NULL. */
struct task *turn_of_poller(void);
/* The first whose timeout comes within the horizon, or NULL. */
struct task *turn_of_sleeper(uint64_t now);
/* Those who sleep or poll for longer than the horizon may go on until a call has returned; if `waits`, also who waits so long for others. */
void turns_let_later(bool waits);
void turns_returned(void);
/* The first of them, or NULL. */
struct task *turn_of_one_later(uint64_t now);
/* The first of all whose timeout may come, though nobody waits for so long; or NULL. */
struct task *turn_of_late_sleeper(uint64_t now);
/* Its time has come: the time goes on to then, and it is ready again. */
void turn_taken(struct task *sleeper, uint64_t *now, const char *action);
/* Has time gone by, since turns_forget, for somebody who could have gone on meanwhile? Whoever does so later has waited for longer than it wanted to. */
bool turns_delayed(void);
void turns_forget(void);
/* So much of the time was not waited for: the horizon is later by as much. */
void turns_put_off(uint64_t by);
/* One who spins and was not let spin alone yet, if the run is patient enough for that; or NULL. */
struct task *turn_of_spinner(void);
/* One who spins for ever, so that it can be told what it reads: who was not let spin alone yet; or NULL. */
struct task *turn_to_be_seen(void);
/* How many times as long as usual those who poll are waited for. */
unsigned turns_patience(void);
/* Rounds of polling after which nothing will change any more. */
unsigned turns_enough(void);
/* How sure it is that all is at rest, if nobody has a turn. */
enum rest turns_certainty(void);
/* A number below n, for those who poll not to keep in step. */
unsigned turns_vary(unsigned n);

#endif
