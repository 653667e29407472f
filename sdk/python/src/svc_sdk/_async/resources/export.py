"""Documents made of the workspace's records, and whether they are as they were signed."""

from __future__ import annotations

from typing import Optional

from svc_sdk._async.transport import AsyncTransport
from svc_sdk._core.files import FileContent
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import Form
from svc_sdk._generated import async_modules, models


class AsyncExportCertificates(async_modules.AsyncExportCertificates):
    async def add(
        self,
        file: FileContent,
        *,
        password: str,
        name: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.SigningCertificate:
        """Sign with the key and certificate of a PKCS #12 file from now on."""
        request = self._request("POST", "/api/export/certificates", options=options)
        request.form = Form(file, fields={"password": password, "name": name})
        result: models.SigningCertificate = await self._ask(models.SigningCertificate, request)
        return result


class AsyncExport(async_modules.AsyncExport):
    certificates: AsyncExportCertificates

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.certificates = AsyncExportCertificates(transport)

    async def verify(
        self,
        file: FileContent,
        *,
        manifest: Optional[str] = None,
        signature: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.Verification:
        """Whether a PDF, a ZIP, or a file with its manifest beside it is as it was signed."""
        request = self._request("POST", "/api/export/verify", options=options)
        request.form = Form(file, fields={"manifest": manifest, "signature": signature})
        result: models.Verification = await self._ask(models.Verification, request)
        return result
