"""Conformant ways to answer where the document is silent."""

import choices_envelope
import choices_transport
import choices_webhook
from variants import Table

CHOICES = Table()
for part in (choices_envelope, choices_webhook, choices_transport):
    part.add_to(CHOICES)
