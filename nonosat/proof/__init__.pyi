# SPDX-License-Identifier: MIT
from .checker.check import verify_certificate as verify_certificate
from .checker.verification import CertificateCheck as CertificateCheck
from .writer import WrittenCertificate as WrittenCertificate
from .writer import write_certificate as write_certificate
