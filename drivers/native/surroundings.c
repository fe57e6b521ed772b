#include "drivers/native/surroundings.h"

#include "drivers/native/library.h"
#include "drivers/native/real.h"

#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <sched.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

/* --- the environment --- */

static struct {
	char **list, **texts, **copies;
	size_t n;
} environment;

static void
remember_environment(void)
{
	size_t n = 0;
	while (environ && environ[n])
		n++;
	environment.list = environ;
	environment.n = n;
	environment.texts = real_calloc(n + 1, sizeof(char *));
	environment.copies = real_calloc(n + 1, sizeof(char *));
	for (size_t i = 0; i < n; i++) {
		environment.texts[i] = environ[i];
		environment.copies[i] = strdup(environ[i]);
	}
}

static bool
put_back_environment(void)
{
	environ = environment.list;
	if (!environ)
		return true;
	for (size_t i = 0; i < environment.n; i++) {
		environ[i] = environment.texts[i];
		if (strcmp(environ[i], environment.copies[i]) != 0)
			strcpy(environ[i], environment.copies[i]);
	}
	environ[environment.n] = NULL;
	return true;
}

/* --- files --- */

static char folder[PATH_MAX];
static mode_t mask;

static void
remember_folder(void)
{
	if (!getcwd(folder, sizeof folder))
		*folder = '\0';
}

static bool
put_back_folder(void)
{
	return chdir(folder) == 0;
}

static void
remember_mask(void)
{
	mask = umask(0);
	umask(mask);
}

static bool
put_back_mask(void)
{
	umask(mask);
	return true;
}

/* --- languages and times --- */

static char *locale, *domain;

static void
remember_locale(void)
{
	locale = strdup(setlocale(LC_ALL, NULL));
}

/* Conversions of what takes several bytes may have stopped in between. */
static bool
put_back_locale(void)
{
	if (mblen(NULL, 0) < 0 || mbtowc(NULL, NULL, 0) < 0 || wctomb(NULL, 0) < 0)
		return false;
	return strcmp(setlocale(LC_ALL, NULL), locale) == 0 || setlocale(LC_ALL, locale);
}

static void
remember_domain(void)
{
	domain = strdup(textdomain(NULL));
}

static bool
put_back_domain(void)
{
	return textdomain(domain);
}

static bool
put_back_zone(void)
{
	tzset(); /* by the environment */
	return true;
}

static void
remember_zone(void)
{
	put_back_zone();
}

/* --- what the C library goes on with --- */

static char *numbers; /* where those of random() come from */
static bool has_table;

static void
remember_random(void)
{
	static char other[128];
	numbers = initstate(1, other, sizeof other);
	setstate(numbers);
}

static bool
put_back_random(void)
{
	return setstate(numbers); /* they begin anew in each test */
}

static bool
put_back_words(void)
{
	char none[] = "";
	strtok(none, " ");
	return true;
}

static void
remember_words(void)
{
	put_back_words();
}

/* There is one table. */
static void
remember_table(void)
{
	has_table = !hcreate(1);
	if (!has_table)
		hdestroy();
}

static bool
put_back_table(void)
{
	if (!has_table)
		hdestroy();
	return !has_table;
}

static int levels;

static void
remember_log(void)
{
	levels = setlogmask(0);
}

static bool
put_back_log(void)
{
	setlogmask(levels);
	openlog(NULL, 0, LOG_USER);
	closelog();
	return true;
}

/* --- what the system gives the process --- */

static struct rlimit limits[RLIM_NLIMITS];
static int priority, policy;
static struct sched_param parameters;
static cpu_set_t processors;
static char name[16];

static void
remember_limits(void)
{
	for (int i = 0; i < RLIM_NLIMITS; i++)
		getrlimit((__rlimit_resource_t)i, &limits[i]);
}

static bool
put_back_limits(void)
{
	bool all = true;
	struct rlimit now;
	for (int i = 0; i < RLIM_NLIMITS; i++)
		if (getrlimit((__rlimit_resource_t)i, &now) == 0 && memcmp(&now, &limits[i], sizeof now) != 0)
			all = setrlimit((__rlimit_resource_t)i, &limits[i]) == 0 && all;
	return all;
}

static void
remember_share(void)
{
	priority = getpriority(PRIO_PROCESS, 0);
	policy = sched_getscheduler(0);
	sched_getparam(0, &parameters);
	sched_getaffinity(0, sizeof processors, &processors);
	prctl(PR_GET_NAME, name);
}

static bool
put_back_share(void)
{
	struct sched_param now;
	sched_getparam(0, &now);
	if (sched_getscheduler(0) != policy || now.sched_priority != parameters.sched_priority)
		if (sched_setscheduler(0, policy, &parameters) < 0)
			return false;
	prctl(PR_SET_NAME, name);
	pthread_setconcurrency(0);
	return sched_setaffinity(0, sizeof processors, &processors) == 0 && (getpriority(PRIO_PROCESS, 0) == priority || setpriority(PRIO_PROCESS, 0, priority) == 0);
}

/* --- all of it --- */

/* Whoever takes one of these from elsewhere can change it; "c++" is what the library of C++ does on its behalf. */
static struct surrounding {
	const char *symbols;
	void (*remember)(void);
	bool (*put_back)(void);
	bool used;
} all[] = {
	{" environ __environ _environ getenv secure_getenv setenv unsetenv putenv clearenv ", remember_environment, put_back_environment, false},
	{" chdir fchdir syscall c++ ", remember_folder, put_back_folder, false},
	{" umask syscall ", remember_mask, put_back_mask, false},
	{" setlocale mblen mbtowc wctomb mbstowcs wcstombs c++ ", remember_locale, put_back_locale, false},
	{" textdomain ", remember_domain, put_back_domain, false},
	{" tzset localtime mktime ctime strftime timelocal ", remember_zone, put_back_zone, false},
	{" initstate setstate ", remember_random, put_back_random, false},
	{" strtok ", remember_words, put_back_words, false},
	{" hcreate hsearch hdestroy ", remember_table, put_back_table, false},
	{" openlog closelog setlogmask syslog vsyslog __syslog_chk __vsyslog_chk ", remember_log, put_back_log, false},
	{" setrlimit setrlimit64 prlimit prlimit64 syscall ", remember_limits, put_back_limits, false},
	{" nice setpriority prctl sched_setscheduler sched_setparam sched_setaffinity pthread_setaffinity_np pthread_setschedparam pthread_setschedprio "
	 "pthread_setname_np pthread_setconcurrency syscall ", remember_share, put_back_share, false},
};

enum { ALL = sizeof all / sizeof *all };

static bool
is_among(const char *symbol, const char *symbols)
{
	size_t n = strlen(symbol);
	for (const char *at = symbols + 1; *at; at = strchr(at, ' ') + 1) {
		if (strncmp(at, symbol, n) == 0 && at[n] == ' ')
			return true;
	}
	return false;
}

static void
look(const char *symbol, enum symbol_class class, void *arg)
{
	(void)class;
	(void)arg;
	for (size_t i = 0; i < ALL; i++)
		all[i].used = all[i].used || is_among(symbol, all[i].symbols);
}

void
surroundings_remember(void)
{
	library_each_import(look, NULL);
	if (library_brings("_ZSt9terminatev"))
		look("c++", SYMBOL_HARMLESS, NULL);
	for (size_t i = 0; i < ALL; i++)
		if (all[i].used)
			all[i].remember();
}

bool
surroundings_reset(void)
{
	bool clean = true;
	for (size_t i = 0; i < ALL; i++)
		if (all[i].used)
			clean = all[i].put_back() && clean;
	return clean;
}
