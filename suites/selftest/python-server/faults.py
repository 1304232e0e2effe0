"""Servers that are wrong in one way each."""

import faults_answers
import faults_credentials
import faults_freshness
import faults_isolation
import faults_signature
import faults_state
import faults_stored
import faults_timing
import faults_validation
from variants import Table

FAULTS = Table()
for part in (faults_validation, faults_stored, faults_state, faults_isolation, faults_timing, faults_answers, faults_credentials, faults_signature, faults_freshness):
    part.add_to(FAULTS)
