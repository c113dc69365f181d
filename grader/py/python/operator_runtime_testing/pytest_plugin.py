"""The pytest plugin: the option ``--backend`` and the fixture ``backend``.

Both give way to what a user's own ``conftest.py`` defines: a fixture there comes first anyway, and the option is added only
once the first of these files were read, where none of them has one.
"""

from __future__ import annotations

from typing import Any, Iterator

import pytest

_OPTION = "--backend"


@pytest.hookimpl(hookwrapper=True)
def pytest_load_initial_conftests(parser: Any) -> Iterator[None]:
    """Adds the option after the user's files had their turn."""
    yield
    if not _is_known(parser):
        group = parser.getgroup("operator_runtime")
        group.addoption(
            _OPTION,
            default="nvidia",
            help="the backend of operators under test: nvidia (default) or tilelang",
        )


def _is_known(parser: pytest.Parser) -> bool:
    # pytest tells of options only when they are parsed, and then a second one is an error.
    groups = [*getattr(parser, "_groups", []), getattr(parser, "_anonymous", None)]
    return any(_OPTION in option.names() for group in groups if group is not None for option in group.options)


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> str:
    """The backend that ``--backend`` names."""
    return str(request.config.getoption(_OPTION, "nvidia"))
