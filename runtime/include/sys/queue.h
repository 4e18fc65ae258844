/*
 * Lists as macros, with BSD's names, where the target's own headers have none. Singly linked lists (SLIST), lists whose elements can take
 * themselves out (LIST), and queues with a tail: singly linked (STAILQ, SIMPLEQ) and doubly linked (TAILQ). An element of a doubly linked
 * one remembers where the pointer to it is, so that taking it out needs no search.
 */
#if __has_include_next(<sys/queue.h>)
#include_next <sys/queue.h>
#else
#ifndef PATHFOLD_SYS_QUEUE_H
#define PATHFOLD_SYS_QUEUE_H
#include <stddef.h>

#define __QUEUE_DO(statements) \
  do {                         \
    statements                 \
  } while (0)

/* --- singly linked lists ------------------------------------------------------------------------------------------------------- */

#define SLIST_HEAD(name, type) \
  struct name {                \
    struct type *slh_first;    \
  }
#define SLIST_HEAD_INITIALIZER(head) {NULL}
#define SLIST_ENTRY(type)   \
  struct {                  \
    struct type *sle_next;  \
  }
#define SLIST_INIT(head) __QUEUE_DO((head)->slh_first = NULL;)
#define SLIST_EMPTY(head) ((head)->slh_first == NULL)
#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_NEXT(element, field) ((element)->field.sle_next)
#define SLIST_FOREACH(each, head, field) for ((each) = SLIST_FIRST(head); (each); (each) = SLIST_NEXT(each, field))
#define SLIST_FOREACH_SAFE(each, head, field, next) \
  for ((each) = SLIST_FIRST(head); (each) && ((next) = SLIST_NEXT(each, field), 1); (each) = (next))
#define SLIST_INSERT_HEAD(head, element, field) \
  __QUEUE_DO((element)->field.sle_next = (head)->slh_first; (head)->slh_first = (element);)
#define SLIST_INSERT_AFTER(place, element, field) \
  __QUEUE_DO((element)->field.sle_next = (place)->field.sle_next; (place)->field.sle_next = (element);)
#define SLIST_REMOVE_HEAD(head, field) __QUEUE_DO((head)->slh_first = (head)->slh_first->field.sle_next;)
#define SLIST_REMOVE_AFTER(place, field) __QUEUE_DO((place)->field.sle_next = (place)->field.sle_next->field.sle_next;)
#define SLIST_REMOVE(head, element, type, field)                             \
  __QUEUE_DO(struct type **__at = &(head)->slh_first;                        \
             while (*__at != (element)) __at = &(*__at)->field.sle_next;     \
             *__at = (element)->field.sle_next;)

/* --- lists --------------------------------------------------------------------------------------------------------------------- */

#define LIST_HEAD(name, type) \
  struct name {               \
    struct type *lh_first;    \
  }
#define LIST_HEAD_INITIALIZER(head) {NULL}
#define LIST_ENTRY(type)    \
  struct {                  \
    struct type *le_next;   \
    struct type **le_prev;  \
  }
#define LIST_INIT(head) __QUEUE_DO((head)->lh_first = NULL;)
#define LIST_EMPTY(head) ((head)->lh_first == NULL)
#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_NEXT(element, field) ((element)->field.le_next)
#define LIST_FOREACH(each, head, field) for ((each) = LIST_FIRST(head); (each); (each) = LIST_NEXT(each, field))
#define LIST_FOREACH_SAFE(each, head, field, next) \
  for ((each) = LIST_FIRST(head); (each) && ((next) = LIST_NEXT(each, field), 1); (each) = (next))
#define LIST_INSERT_HEAD(head, element, field)                                                 \
  __QUEUE_DO((element)->field.le_next = (head)->lh_first;                                      \
             if ((head)->lh_first)(head)->lh_first->field.le_prev = &(element)->field.le_next; \
             (head)->lh_first = (element);                                                     \
             (element)->field.le_prev = &(head)->lh_first;)
#define LIST_INSERT_AFTER(place, element, field)                                                           \
  __QUEUE_DO((element)->field.le_next = (place)->field.le_next;                                            \
             if ((place)->field.le_next)(place)->field.le_next->field.le_prev = &(element)->field.le_next; \
             (place)->field.le_next = (element);                                                           \
             (element)->field.le_prev = &(place)->field.le_next;)
#define LIST_INSERT_BEFORE(place, element, field)                  \
  __QUEUE_DO((element)->field.le_prev = (place)->field.le_prev;    \
             (element)->field.le_next = (place);                   \
             *(place)->field.le_prev = (element);                  \
             (place)->field.le_prev = &(element)->field.le_next;)
#define LIST_REMOVE(element, field)                                                                                \
  __QUEUE_DO(if ((element)->field.le_next)(element)->field.le_next->field.le_prev = (element)->field.le_prev;      \
             *(element)->field.le_prev = (element)->field.le_next;)

/* --- singly linked queues ------------------------------------------------------------------------------------------------------- */

#define STAILQ_HEAD(name, type) \
  struct name {                 \
    struct type *stqh_first;    \
    struct type **stqh_last;    \
  }
#define STAILQ_HEAD_INITIALIZER(head) {NULL, &(head).stqh_first}
#define STAILQ_ENTRY(type)   \
  struct {                   \
    struct type *stqe_next;  \
  }
#define STAILQ_INIT(head) __QUEUE_DO((head)->stqh_first = NULL; (head)->stqh_last = &(head)->stqh_first;)
#define STAILQ_EMPTY(head) ((head)->stqh_first == NULL)
#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_NEXT(element, field) ((element)->field.stqe_next)
#define STAILQ_FOREACH(each, head, field) for ((each) = STAILQ_FIRST(head); (each); (each) = STAILQ_NEXT(each, field))
#define STAILQ_FOREACH_SAFE(each, head, field, next) \
  for ((each) = STAILQ_FIRST(head); (each) && ((next) = STAILQ_NEXT(each, field), 1); (each) = (next))
#define STAILQ_INSERT_HEAD(head, element, field)                                                  \
  __QUEUE_DO((element)->field.stqe_next = (head)->stqh_first;                                     \
             if (!(head)->stqh_first)(head)->stqh_last = &(element)->field.stqe_next;             \
             (head)->stqh_first = (element);)
#define STAILQ_INSERT_TAIL(head, element, field)       \
  __QUEUE_DO((element)->field.stqe_next = NULL;        \
             *(head)->stqh_last = (element);           \
             (head)->stqh_last = &(element)->field.stqe_next;)
#define STAILQ_INSERT_AFTER(head, place, element, field)                                         \
  __QUEUE_DO((element)->field.stqe_next = (place)->field.stqe_next;                              \
             if (!(place)->field.stqe_next)(head)->stqh_last = &(element)->field.stqe_next;      \
             (place)->field.stqe_next = (element);)
#define STAILQ_REMOVE_HEAD(head, field)                              \
  __QUEUE_DO((head)->stqh_first = (head)->stqh_first->field.stqe_next; \
             if (!(head)->stqh_first)(head)->stqh_last = &(head)->stqh_first;)
#define STAILQ_REMOVE(head, element, type, field)                          \
  __QUEUE_DO(struct type **__at = &(head)->stqh_first;                     \
             while (*__at != (element)) __at = &(*__at)->field.stqe_next;  \
             *__at = (element)->field.stqe_next;                           \
             if (!*__at)(head)->stqh_last = __at;)
#define STAILQ_CONCAT(head, other)                        \
  __QUEUE_DO(if (!STAILQ_EMPTY(other)) {                  \
    *(head)->stqh_last = (other)->stqh_first;             \
    (head)->stqh_last = (other)->stqh_last;               \
    STAILQ_INIT(other);                                   \
  })

#define SIMPLEQ_HEAD(name, type) \
  struct name {                  \
    struct type *stqh_first;     \
    struct type **stqh_last;     \
  }
#define SIMPLEQ_HEAD_INITIALIZER(head) STAILQ_HEAD_INITIALIZER(head)
#define SIMPLEQ_ENTRY(type) STAILQ_ENTRY(type)
#define SIMPLEQ_INIT(head) STAILQ_INIT(head)
#define SIMPLEQ_EMPTY(head) STAILQ_EMPTY(head)
#define SIMPLEQ_FIRST(head) STAILQ_FIRST(head)
#define SIMPLEQ_NEXT(element, field) STAILQ_NEXT(element, field)
#define SIMPLEQ_FOREACH(each, head, field) STAILQ_FOREACH(each, head, field)
#define SIMPLEQ_INSERT_HEAD(head, element, field) STAILQ_INSERT_HEAD(head, element, field)
#define SIMPLEQ_INSERT_TAIL(head, element, field) STAILQ_INSERT_TAIL(head, element, field)
#define SIMPLEQ_INSERT_AFTER(head, place, element, field) STAILQ_INSERT_AFTER(head, place, element, field)
#define SIMPLEQ_REMOVE_HEAD(head, field) STAILQ_REMOVE_HEAD(head, field)

/* --- queues ------------------------------------------------------------------------------------------------------------------------ */

#define TAILQ_HEAD(name, type) \
  struct name {                \
    struct type *tqh_first;    \
    struct type **tqh_last;    \
  }
#define TAILQ_HEAD_INITIALIZER(head) {NULL, &(head).tqh_first}
#define TAILQ_ENTRY(type)    \
  struct {                   \
    struct type *tqe_next;   \
    struct type **tqe_prev;  \
  }
#define TAILQ_INIT(head) __QUEUE_DO((head)->tqh_first = NULL; (head)->tqh_last = &(head)->tqh_first;)
#define TAILQ_EMPTY(head) ((head)->tqh_first == NULL)
#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_NEXT(element, field) ((element)->field.tqe_next)
/* Head and entry begin alike: the last pointer of whoever is before leads to the element before. */
#define TAILQ_LAST(head, name) (*(((struct name *)((head)->tqh_last))->tqh_last))
#define TAILQ_PREV(element, name, field) (*(((struct name *)((element)->field.tqe_prev))->tqh_last))
#define TAILQ_FOREACH(each, head, field) for ((each) = TAILQ_FIRST(head); (each); (each) = TAILQ_NEXT(each, field))
#define TAILQ_FOREACH_SAFE(each, head, field, next) \
  for ((each) = TAILQ_FIRST(head); (each) && ((next) = TAILQ_NEXT(each, field), 1); (each) = (next))
#define TAILQ_FOREACH_REVERSE(each, head, name, field) \
  for ((each) = TAILQ_LAST(head, name); (each); (each) = TAILQ_PREV(each, name, field))
#define TAILQ_INSERT_HEAD(head, element, field)                                                     \
  __QUEUE_DO((element)->field.tqe_next = (head)->tqh_first;                                         \
             if ((head)->tqh_first)(head)->tqh_first->field.tqe_prev = &(element)->field.tqe_next;  \
             else (head)->tqh_last = &(element)->field.tqe_next;                                    \
             (head)->tqh_first = (element);                                                         \
             (element)->field.tqe_prev = &(head)->tqh_first;)
#define TAILQ_INSERT_TAIL(head, element, field)                \
  __QUEUE_DO((element)->field.tqe_next = NULL;                 \
             (element)->field.tqe_prev = (head)->tqh_last;     \
             *(head)->tqh_last = (element);                    \
             (head)->tqh_last = &(element)->field.tqe_next;)
#define TAILQ_INSERT_AFTER(head, place, element, field)                                                          \
  __QUEUE_DO((element)->field.tqe_next = (place)->field.tqe_next;                                                \
             if ((place)->field.tqe_next)(place)->field.tqe_next->field.tqe_prev = &(element)->field.tqe_next;   \
             else (head)->tqh_last = &(element)->field.tqe_next;                                                 \
             (place)->field.tqe_next = (element);                                                                \
             (element)->field.tqe_prev = &(place)->field.tqe_next;)
#define TAILQ_INSERT_BEFORE(place, element, field)                   \
  __QUEUE_DO((element)->field.tqe_prev = (place)->field.tqe_prev;    \
             (element)->field.tqe_next = (place);                    \
             *(place)->field.tqe_prev = (element);                   \
             (place)->field.tqe_prev = &(element)->field.tqe_next;)
#define TAILQ_REMOVE(head, element, field)                                                                          \
  __QUEUE_DO(if ((element)->field.tqe_next)(element)->field.tqe_next->field.tqe_prev = (element)->field.tqe_prev;   \
             else (head)->tqh_last = (element)->field.tqe_prev;                                                     \
             *(element)->field.tqe_prev = (element)->field.tqe_next;)
#define TAILQ_CONCAT(head, other, field)                             \
  __QUEUE_DO(if (!TAILQ_EMPTY(other)) {                              \
    *(head)->tqh_last = (other)->tqh_first;                          \
    (other)->tqh_first->field.tqe_prev = (head)->tqh_last;           \
    (head)->tqh_last = (other)->tqh_last;                            \
    TAILQ_INIT(other);                                               \
  })

#endif
#endif
