"""A passkey, in the form of WebDriver's Credential Parameters."""

from __future__ import annotations

KEY = (
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmVRSgdruCHWTywPSIeGvMYAhNA6nh25nJJcuiwCVGdGhRANC"
    "AAQC8ypK4ZDJFXXi0khUi8Buj0KHgrBDL1cE6U6qcplfNf_DL1UU8pcy5vitUnwUFEs4lt0YQnaGRPU8o4fti-Jx"
)
PASSKEY = {"credentialId": "AQID", "rpId": "localhost", "userHandle": "AQ", "privateKey": KEY}
