"""Answers with something of their own beside the fields of the API."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from .._generated import models


class SearchResults(List[models.MemoryResult]):
    """What was found, the best first, and how it was searched."""

    def __init__(self, answer: models.MemorySearchResult) -> None:
        super().__init__(answer.results)
        self.mode: str = answer.mode
        self.notice: Optional[str] = answer.notice
        """Why it is not the mode that was asked for, or what cannot be found yet."""


class QueryRows(models.QueryResult):
    """The answer of a query: ``columns`` and ``rows`` as they come, and ``to_rows()``."""

    __slots__ = ()

    def to_rows(self) -> List[Dict[str, Any]]:
        """One dict a row, by the names of the columns."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row)) for row in self.rows]
