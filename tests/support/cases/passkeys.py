"""A passkey, in the form of WebDriver's Credential Parameters."""

from __future__ import annotations

KEY = (
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmVRSgdruCHWTywPSIeGvMYAhNA6nh25nJJcuiwCVGdGhRANC"
    "AAQC8ypK4ZDJFXXi0khUi8Buj0KHgrBDL1cE6U6qcplfNf_DL1UU8pcy5vitUnwUFEs4lt0YQnaGRPU8o4fti-Jx"
)
PASSKEY = {"credentialId": "AQID", "rpId": "localhost", "userHandle": "AQ", "privateKey": KEY}

# Keys of other curves, which no authenticator of Firefox signs with.
P384 = (
    "MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDbxaXPMS9q3JPGCTHWPUsojzROn3teGtz87jfOKxbAlNtb2gbO"
    "y-zNt9XiuUI01nWhZANiAAS2wHS1cEc-14ZM9Dt5AT5-h0phfKtw1575LfHiyL9J7QrzgkJOGQz3568o8BgzTTC-_F96fIg1"
    "6T3Zof3Efyy0A9tJCeCk4gnSjxmk0JlgC8Kd8UjzM_zH2PvyfHRvbqY"
)
ED25519 = "MC4CAQAwBQYDK2VwBCIEIPgS3-SMmmAGBbV0OV3XM56dMM7WMX0huUnG5FXmqTup"
