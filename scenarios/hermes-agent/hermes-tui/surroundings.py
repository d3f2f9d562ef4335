"""What stands around the gateway: modules that it imports and does not need here, and the parts of the house that it drives."""

import contextlib
import importlib
import os
import sys
import tempfile
import types


def _module(name, **names):
    module = types.ModuleType(name)
    vars(module).update(names)
    sys.modules[name] = module
    return module


def _nothing(*args, **kwargs):
    return None


class _Anything:
    """A base class of what nobody makes here."""


def install():
    """Before the gateway is imported."""
    os.environ["HERMES_HOME"] = tempfile.mkdtemp()
    loaders = {name: _Anything for name in ("SafeLoader", "CSafeLoader", "SafeDumper", "CSafeDumper", "Dumper", "Loader")}
    _module("yaml", safe_load=lambda text: {}, load=lambda text, Loader=None: {}, dump=_nothing, safe_dump=_nothing, YAMLError=Exception, **loaders)
    _module("dotenv", load_dotenv=_nothing, dotenv_values=dict)
    _module("requests")
    _module("hermes_cli.banner", prefetch_update_check=_nothing, get_available_skills=dict)
    _module("hermes_cli.plugins", invoke_hook=_nothing)
    _module("tools.terminal_tool")
    _module("tools.async_delegation", interrupt_for_session=_nothing)
    _module("tools.approval", register_gateway_notify=_nothing, unregister_gateway_notify=_nothing, load_permanent_allowlist=_nothing)
    _module("agent.credits_tracker", seed_credits_at_session_start=_nothing)


#: What paints a screen, reads a configuration or speaks to other programs, by what it answers.
_ANSWERS = {
    "_session_info": dict,
    "_fallback_session_info": dict,
    "_load_cfg": dict,
    "resolve_skin": dict,
    "_resolve_model": str,
    "_completion_cwd": lambda: "/",
    "_current_profile_name": str,
    "_git_branch_for_cwd": str,
    "_project_info_for_cwd": dict,
    "_probe_config_health": str,
    "_load_show_reasoning": bool,
    "_load_tool_progress_mode": str,
    "_load_memory_notifications": str,
    "_set_session_context": list,
    "_config_model_target": str,
    "_claim_active_session_slot": lambda: (None, None),
}
_SILENT = (
    "_enable_gateway_prompts _wire_callbacks _notify_session_boundary _register_session_cwd _clear_session_context _save_cfg "
    "_persist_session_git_meta _persist_branch_seed _schedule_mcp_late_refresh _schedule_session_cap_enforcement "
    "_release_active_session_slot _emit"
).split()


def furnish(server):
    """After it was imported, once: what it has of these in its release does as little as it can."""
    for name in _SILENT:
        _replace(server, name, _nothing)
    for name in _LATE:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for name, answer in _ANSWERS.items():
        _replace(server, name, lambda *args, _answer=answer, **kwargs: _answer())


#: What handlers import on their first use: then the first execution of a process would go another way than all others.
_LATE = ("hermes_cli.input_sanitize",)


def _replace(server, name, stand_in):
    if hasattr(server, name):
        setattr(server, name, stand_in)
