. $SRC/tests/cli/run/waiting/try pipe eventfd poll epoll select server
