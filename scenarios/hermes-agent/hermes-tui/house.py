"""The house that the gateway keeps, and the clients that use it."""

import threading
import time
import types
from concurrent.futures import ThreadPoolExecutor

from stand_ins import Agent, Database, KnownLock, Table, Worker

#: The gateway begins to build the agent of a chat 50 ms after it was created, by a timer.
_IN_THE_BUILD_S = 0.06


class House:
    def __init__(self, world):
        self.world = world
        self.server, self.ws = world.variant.server, world.variant.ws
        self.agents, self.workers = [], []
        self.rows, self.finalized, self.breaches = {}, [], []
        #: Threads that restart a worker, by the key of its chat.
        self.restarting = {}
        self.chats = {}
        self.clients = []

    def begin(self):
        """Another gateway than that of the execution before: its table is empty, and its threads are its own."""
        server = self.server
        server._sessions = Table(self)
        server._sessions_lock = KnownLock(server._sessions_lock)
        server._pool = ThreadPoolExecutor(4)
        # Of the older releases, in which the connection makes it: there it is the client's own.
        self.ws.WSTransport = lambda socket, *_, **__: socket.transport
        database = Database(self)
        server._get_db = lambda: database
        server._make_agent = lambda sid, key, **_: Agent(self, sid, key)
        server._SlashWorker = lambda key, model, **_: Worker(self, key)
        server._ensure_session_db_row = lambda session: self.rows.setdefault(session["session_key"], {"ended": False})
        server._start_notification_poller = lambda sid, session: threading.Event()
        server._run_prompt_submit = lambda rid, sid, session, text: self._turn(sid, session)

    def client(self, name):
        client = Client(self, name)
        self.clients.append(client)
        return client

    def _turn(self, sid, session):
        agent = session["agent"]
        agent.running += 1
        self.world.dispatch("turn", {"session": sid})
        agent.running -= 1
        with session["history_lock"]:
            session["running"] = False
            self.server._clear_inflight_turn(session)

    # -- what callers do

    def do_disconnect(self, token):
        """The first client's connection is lost."""
        self.clients[0].disconnect()

    def do_resume(self, token, chat):
        return {"session": self.client(token).resume(self.chats[chat])}

    def do_prompt(self, token, chat):
        return self.client(token).prompt(self.chats[chat], token)

    def do_close(self, token, chat):
        return self.client(token).close_chat(self.chats[chat])

    def do_restart(self, token, chat):
        """As the end of a turn does, of which a session has one at a time."""
        key = self.chats[chat]
        found = self.find(key)
        if found is None or key in self.restarting:
            return
        restart, (sid, session) = self.server._restart_slash_worker, found
        self.restarting[key] = threading.get_ident()
        restart(sid, session) if restart.__code__.co_argcount == 2 else restart(session)
        del self.restarting[key]

    def do_branch(self, token, chat):
        """A client branches a chat, and is gone before the branch is ready."""
        found = self.find(self.chats[chat])
        if found is None:
            return
        client = self.client(token)
        client.send("session.branch", session_id=found[0], name=token)
        time.sleep(_IN_THE_BUILD_S)
        client.disconnect()

    def do_try(self, token):
        """A chat that is closed while it is still being made ready."""
        client = self.client(token)
        created = client.ask("session.create", title=token)
        time.sleep(_IN_THE_BUILD_S)
        client.ask("session.close", session_id=created["session_id"])

    def do_shutdown(self, token):
        self.server._shutdown_sessions()

    def find(self, key):
        sessions = dict.items(self.server._sessions)
        return next(((sid, session) for sid, session in sessions if session["session_key"] == key), None)

    # -- what an oracle sees

    def seen(self):
        table = [(sid, session) for sid, session in dict.items(self.server._sessions)]
        kept = {id(session.get("slash_worker")) for _, session in table} | {id(session.get("agent")) for _, session in table}
        return {
            "table": [
                {
                    "session": sid,
                    "key": session["session_key"],
                    "bound": getattr(session.get("transport"), "name", None),
                    "running": bool(session.get("running")),
                    "finalized": bool(session.get("_finalized")),
                }
                for sid, session in table
            ],
            "workers": [
                {"key": each.key, "restarted": each.restarted, "closed": each.closed, "kept": id(each) in kept}
                for each in self.workers
            ],
            "agents": [
                {"key": each.key, "session": each.sid, "closed": each.closed, "cut": each.cut, "kept": id(each) in kept}
                for each in self.agents
            ],
            "rows": self.rows,
            "finalized": self.finalized,
            "breaches": self.breaches,
            "chats": self.chats,
            "connected": [client.name for client in self.clients if not client._closed],
        }


class Client:
    """A connection, as the gateway sees it: the transport of whoever is at its other end."""

    def __init__(self, house, name):
        self.name, self._house, self._closed = name, house, False
        self._answers, self._arrived = {}, threading.Condition()

    # -- the gateway's side

    def write(self, message):
        if self._closed:
            return False
        if "id" in message:
            with self._arrived:
                self._answers[message["id"]] = message
                self._arrived.notify_all()
        return True

    async def write_async(self, message):
        return self.write(message)

    def close(self):
        self._closed = True

    # -- the client's side

    def ask(self, method, **params):
        """Returns the result; raises `Refused` where the answer is an error."""
        number = f"{self.name}/{method}"
        answer = self.send(method, **params)
        if answer is None:
            with self._arrived:
                self._arrived.wait_for(lambda: number in self._answers)
            answer = self._answers[number]
        if "error" in answer:
            raise Refused(f"{answer['error']['code']}: {answer['error']['message']}")
        return answer["result"]

    def send(self, method, **params):
        """Returns the answer, or `None` where it comes later."""
        request = {"jsonrpc": "2.0", "id": f"{self.name}/{method}", "method": method, "params": params}
        return self._house.server.dispatch(request, self)

    def create(self, name, closes=False):
        """A chat that has an agent, a worker and a stored row. `closes`: it ends with its connection. Returns its key."""
        house = self._house
        created = self.ask("session.create", title=name, close_on_disconnect=closes)
        sid = created["session_id"]
        session = house.server._sessions[sid]
        session["history"] = [{"role": "user", "content": name}]
        house.server._ensure_session_db_row(session)
        house.server._start_agent_build(sid, session)
        session["agent_ready"].wait()
        return created["stored_session_id"]

    def resume(self, key):
        return self.ask("session.resume", session_id=key, eager_build=True)["session_id"]

    def prompt(self, key, text):
        found = self._house.find(key)
        return None if found is None else self.ask("prompt.submit", session_id=found[0], text=text)["status"]

    def close_chat(self, key):
        found = self._house.find(key)
        return None if found is None else self.ask("session.close", session_id=found[0])["closed"]

    def disconnect(self):
        """By the gateway's own means: a socket that says nothing and is gone."""
        server, ws = self._house.server, self._house.ws
        if hasattr(server, "_close_sessions_for_transport"):
            self.close()
            server._close_sessions_for_transport(self)
            return
        _finish(ws.handle_ws(GoneSocket(ws, self)))


class Refused(Exception):
    pass


class GoneSocket:
    def __init__(self, ws, transport):
        self.client, self.transport, self._gone = None, transport, ws._WebSocketDisconnect

    async def accept(self):
        pass

    async def receive_text(self):
        raise self._gone

    async def close(self):
        pass


def _finish(coroutine):
    """Nothing in it waits: the loop that it asks for is one that does nothing."""
    import asyncio

    asyncio._set_running_loop(types.SimpleNamespace())
    try:
        coroutine.send(None)
    except StopIteration:
        pass
    finally:
        asyncio._set_running_loop(None)
