# Generated from svc_sdk/_async/resources/export.py by npm run generate. Do not edit.
"""Documents made of the workspace's records, and whether they are as they were signed."""

from __future__ import annotations

from typing import Any, Literal, Mapping, Optional, Sequence, Union, overload

from svc_sdk._sync.transport import Transport
from svc_sdk._core.files import FileContent
from svc_sdk._core.options import RequestOptions
from svc_sdk._core.request import Form, sent_fields
from svc_sdk._generated import modules, models

Format = Literal["pdf", "docx", "html", "md", "json", "zip"]


class ExportCertificates(modules.ExportCertificates):
    def add(
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
        result: models.SigningCertificate = self._ask(models.SigningCertificate, request)
        return result


class Export(modules.Export):
    certificates: ExportCertificates

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.certificates = ExportCertificates(transport)

    @overload
    def create(
        self,
        items: Sequence[Mapping[str, Any]],
        format: Format,
        *,
        mode: Literal["job"],
        title: Optional[str] = None,
        cover: Optional[Union[Mapping[str, Any], Literal[True]]] = None,
        signatories: Optional[Sequence[Mapping[str, Any]]] = None,
        sign: Optional[Mapping[str, Any]] = None,
        options_: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> models.AcceptedExport: ...

    @overload
    def create(
        self,
        items: Sequence[Mapping[str, Any]],
        format: Format,
        *,
        mode: Optional[Literal["request"]] = None,
        title: Optional[str] = None,
        cover: Optional[Union[Mapping[str, Any], Literal[True]]] = None,
        signatories: Optional[Sequence[Mapping[str, Any]]] = None,
        sign: Optional[Mapping[str, Any]] = None,
        options_: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
    ) -> bytes: ...

    def create(
        self,
        items: Sequence[Mapping[str, Any]],
        format: Format,
        *,
        mode: Optional[Literal["request", "job"]] = None,
        options_: Optional[Mapping[str, Any]] = None,
        options: Optional[RequestOptions] = None,
        **document: Any,
    ) -> Any:
        """Make one document of records, as a file; ``with_raw_response`` has its id, in the header ``x-export-id``.

        ``options_`` are those of the document. With ``mode="job"`` it is made in the background, and the answer says by which job.
        """
        body = sent_fields({"items": items, "format": format, "mode": mode, "options": options_, **document})
        request = self._request("POST", "/api/export", body=body, options=options)
        return (self._ask(models.AcceptedExport, request) if mode == "job" else self._bytes(request))

    def verify(
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
        result: models.Verification = self._ask(models.Verification, request)
        return result
