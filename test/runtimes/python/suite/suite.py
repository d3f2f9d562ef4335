"""The driver's own tests. Prints what every seed came to, as JSON: all versions of Python have to print the same."""

import contextlib
import io
import json
import os
import socket
import sys
import unittest

from driving import CALM, RIGHT_SEEDS, by_priority, ends, entropy, expect, hashes, importer, kept_alive_by, run, scheduler, walk

sys.path.append(os.path.join(os.path.dirname(__file__), "../../../fixtures/python"))
import after  # noqa: E402
import log_under_lock  # noqa: E402
import right  # noqa: E402
import subject  # noqa: E402
import talking  # noqa: E402
import unharmed  # noqa: E402

entropy.loaded()


class Races(unittest.TestCase):
    """Each of them shows in one of ten random walks at least: none of 100 with a probability below 3 in 100,000."""

    def assert_found(self, body):
        found = ends(body)
        self.assertGreater(found["threw"], 0, found)
        self.assertEqual(run(body, CALM)["end"]["kind"], "completed")

    def test_lost_update_of_a_global(self):
        def global_variable():
            subject.total = 0
            subject.together(subject.bump, subject.bump)
            expect(subject.total == 2)

        self.assert_found(global_variable)

    def test_lost_update_of_a_closed_over_variable(self):
        def closure():
            expect(subject.bump_in_closure() == 2)

        self.assert_found(closure)

    def test_lost_update_of_an_attribute(self):
        def attribute():
            counter = subject.Counter()
            subject.together(counter.add, counter.add)
            expect(counter.value == 2)

        self.assert_found(attribute)

    def test_lost_update_of_an_item(self):
        def item():
            counter = subject.Counter()
            subject.together(counter.add_by_name, counter.add_by_name)
            expect(counter.by_name["n"] == 2)

        self.assert_found(item)

    def test_a_race_for_whatever_is_shared(self):
        for body in subject.RACES:
            with self.subTest(body.__name__):

                def judged():
                    expect(body())

                self.assertGreater(ends(judged, name=body.__name__)["threw"], 0)

    def test_two_objects_for_one_key(self):
        def cache():
            kept = subject.Cache()
            subject.together(lambda: kept.get("k"), lambda: kept.get("k"))
            expect(len(kept.made) == 1)

        self.assert_found(cache)

    def test_timers_that_are_due_together_fire_in_any_order(self):
        def timers():
            expect(subject.order_of_timers() == ["timer", "sleeper"])

        found = ends(timers)
        self.assertEqual(min(found["threw"], found["completed"]) > 0, True, found)


class Correct(unittest.TestCase):
    def assert_clean(self, body):
        self.assertEqual(ends(body), {"completed": 100})

    def test_increment_under_a_lock(self):
        def locked():
            counter = subject.Counter()
            subject.together(counter.add_alone, counter.add_alone)
            expect(counter.value == 2)

        self.assert_clean(locked)

    def test_queue(self):
        def through_a_queue():
            expect(subject.through_a_queue(3) == [0, 1, 2])

        self.assert_clean(through_a_queue)

    def test_executor(self):
        def executor():
            expect(subject.squares(4) == [0, 1, 4, 9])

        self.assert_clean(executor)
        # Its own code is another in each version.
        hashes.pop("executor")

    def test_each_primitive_of_the_standard_library(self):
        for body, expected in right.RIGHT.items():
            with self.subTest(body.__name__):

                def judged():
                    expect(body() == expected)

                self.assertEqual(ends(judged, RIGHT_SEEDS, body.__name__), {"completed": RIGHT_SEEDS})
                # Its own code is another in each version.
                hashes.pop(body.__name__)

    def test_two_writers_under_a_lock_write_in_each_of_six_orders(self):
        orders = set()
        for seed in range(200):
            with contextlib.redirect_stdout(io.StringIO()) as out:
                run(lambda: log_under_lock.test(None), walk(seed))
            orders.add(out.getvalue().strip())
        self.assertEqual(orders, {"aabb", "abab", "abba", "baab", "baba", "bbaa"})

    def test_a_spin_on_a_flag_ends(self):
        def spin():
            flag = subject.Flag()
            subject.together(flag.wait_for_it, flag.raise_it)

        self.assert_clean(spin)


class Unharmed(unittest.TestCase):
    def test_code_runs_as_it_does_without_us(self):
        for body, expected in unharmed.UNHARMED.items():
            with self.subTest(body.__name__):

                def judged():
                    found = body()
                    assert found == expected, found

                policies = [CALM, *(make(seed) for make in (walk, by_priority) for seed in range(20))]
                for execution in [run(judged, policy) for policy in policies]:
                    self.assertEqual(execution["end"]["kind"], "completed", execution["end"])
                    self.assertEqual(kept_alive_by(execution), [])

    def test_what_is_raised_after_the_end_changes_nothing(self):
        for body, kind in after.AFTER_THE_END.items():
            with self.subTest(body.__name__):
                for policy in (CALM, walk(1)):
                    execution = run(body, policy)
                    self.assertEqual((execution["end"]["kind"], kept_alive_by(execution)), (kind, []))


class Talking(unittest.TestCase):
    def assert_always(self, body, expected, *, seeds=30, name=None):
        def judged():
            expect(body() == expected)

        self.assertEqual(ends(judged, seeds, name or body.__name__), {"completed": seeds})

    def test_a_socket_takes_more_than_the_kernel_does_at_once(self):
        self.assert_always(talking.megabyte, 1_000_000, seeds=10)

    def test_two_callers_on_one_connection_take_each_others_answers_unless_a_lock_keeps_them_apart(self):
        def shared():
            expect(talking.shared_reader(False))

        found = ends(shared)
        self.assertGreater(found["threw"], 0, found)
        self.assert_always(lambda: talking.shared_reader(True), True, name="locked_reader")

    def test_a_server_of_the_standard_library(self):
        self.assert_always(talking.served, b"hello\n")
        # Its own code is another in each version.
        hashes.pop("served")

    def test_a_read_that_nobody_answers_is_a_deadlock(self):
        execution = run(talking.nobody_answers, CALM)
        self.assertEqual(execution["end"]["kind"], "deadlock")
        self.assertIn("main waits for socket.recv", execution["end"]["message"])

    def test_a_read_of_what_another_thread_closes_goes_on_waiting(self):
        execution = run(talking.closed_beside_a_reader, CALM)
        self.assertEqual(execution["end"]["kind"], "deadlock", execution["end"])

    def test_a_socket_loses_patience_in_virtual_time(self):
        self.assert_always(talking.patience, "lost patience", seeds=3)

    def test_pipes_and_selectors(self):
        self.assert_always(talking.piped, [b"x", b"y"])

    def test_a_lost_update_through_a_file(self):
        def file():
            expect(talking.next_number() == 2)

        found = ends(file)
        hashes.pop("file")
        self.assertGreater(found["threw"], 0, found)
        self.assertGreater(found["completed"], 0, found)

    def test_a_child_process_is_waited_for_and_marked(self):
        execution = run(talking.child, CALM)
        self.assertEqual(execution["end"]["kind"], "completed")
        self.assertTrue(execution["stats"]["nativeUncontrolled"])


    def test_other_processes_get_the_time_that_they_need(self):
        expected = {
            talking.slow_child: ("late", 0),
            talking.impatient: "lost patience",
            talking.copy_that_answers_late: b"x",
        }
        for body, answer in expected.items():
            with self.subTest(body.__name__):
                got = []
                execution = run(lambda: got.append(body()), CALM)
                self.assertEqual((execution["end"]["kind"], got), ("completed", [answer]), execution["end"])
                self.assertTrue(execution["stats"]["nativeUncontrolled"])

    def test_a_server_of_another_process_that_is_silent_is_no_deadlock(self):
        scheduler._OTHERS_S = 0.5
        with socket.socket() as server:
            # As another process would: nobody sees it listen.
            super(socket.socket, server).bind(("127.0.0.1", 0))
            super(socket.socket, server).listen()
            execution = run(lambda: talking.ask(server.getsockname()), CALM)
        scheduler._OTHERS_S = 10.0
        self.assertEqual(execution["end"]["kind"], "out-of-control", execution["end"])
        self.assertIn("main waits for socket.recv", execution["end"]["message"])


class Ends(unittest.TestCase):
    def test_two_locks_taken_both_ways_are_a_deadlock_in_some_orders(self):
        found = ends(subject.both_ways)
        self.assertEqual(set(found), {"completed", "deadlock"}, found)

    def test_a_deadlock_says_who_waits_for_which_lock_and_who_has_it(self):
        ended = [run(subject.both_ways, walk(seed))["end"] for seed in range(100)]
        message = next(end["message"] for end in ended if end["kind"] == "deadlock")
        for waits in ("main/1 waits for the lock of subject.py:both_ways, which main/2 has", "main/2 waits for", "main waits for"):
            self.assertIn(waits, message)

    def test_a_thread_that_waits_for_ever_is_a_leftover(self):
        execution = run(subject.leaves_a_thread_waiting, CALM)
        self.assertEqual(execution["end"]["kind"], "completed")
        self.assertEqual([leftover["actor"] for leftover in execution["leftovers"]], ["main/1"])


class Files(unittest.TestCase):
    def test_the_standard_library_is_none_of_the_subjects_wherever_it_lies(self):
        chosen = importer.Chosen([os.path.dirname(os.path.dirname(os.__file__))])
        self.assertNotIn(os.__file__, chosen)
        self.assertIn(os.path.join(os.path.dirname(os.path.dirname(os.__file__)), "subject.py"), chosen)


class Replay(unittest.TestCase):
    def test_what_was_recorded_gives_the_same_execution_by_key(self):
        def attribute():
            counter = subject.Counter()
            subject.together(counter.add, counter.add)
            expect(counter.value == 2)

        for seed in range(50):
            recorded = run(attribute, walk(seed), record=True)
            replayed = run(attribute, {**CALM, "deviations": recorded["deviations"]})
            self.assertEqual(replayed["traceHash"], recorded["traceHash"])
            self.assertEqual(replayed["unmet"], [])

    def test_the_same_seed_gives_the_same_execution(self):
        for seed in range(20):
            executions = [run(subject.both_ways, walk(seed)) for _ in range(2)]
            self.assertEqual(executions[0], executions[1])

    def test_what_a_subject_sees_is_the_same_in_each_execution(self):
        kept = []
        for body in (subject.answers_as_they_come,):
            seen = []
            for _ in range(4):
                run(lambda: seen.append(body()), walk(3))
                # Or the same addresses would be given again.
                kept.append([object() for _ in range(1000)])
            self.assertEqual(seen, [seen[0]] * 4)


result = unittest.main(argv=["suite"], exit=False, verbosity=0).result
print(json.dumps({"ran": result.testsRun, "failed": len(result.failures) + len(result.errors), "hashes": hashes}, sort_keys=True))
