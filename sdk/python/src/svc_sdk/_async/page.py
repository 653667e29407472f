"""Lists, page by page."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generic, List, Optional, TypeVar

T = TypeVar("T")


class AsyncPage(Generic[T]):
    """One page of a list. A loop over it goes on to the records of all pages that follow."""

    def __init__(
        self, items: List[T], next_cursor: Optional[str], follow: "Callable[[str], Awaitable[AsyncPage[T]]]"
    ) -> None:
        self.items = items
        self.next_cursor = next_cursor
        self._follow = follow

    def has_next_page(self) -> bool:
        return self.next_cursor is not None

    async def get_next_page(self) -> "Optional[AsyncPage[T]]":
        """The next page, or None after the last."""
        return None if self.next_cursor is None else await self._follow(self.next_cursor)

    async def __aiter__(self) -> AsyncIterator[T]:
        page: Optional[AsyncPage[T]] = self
        while page is not None:
            for item in page.items:
                yield item
            page = await page.get_next_page()

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, index: int) -> T:
        return self.items[index]

    def __bool__(self) -> bool:
        return bool(self.items)

    def __repr__(self) -> str:
        more = ", and more" if self.has_next_page() else ""
        return f"{type(self).__name__}({len(self.items)} items{more})"

    def to_dict(self) -> Any:
        items = [item.to_dict() if hasattr(item, "to_dict") else item for item in self.items]
        return {"items": items, "next_cursor": self.next_cursor}
