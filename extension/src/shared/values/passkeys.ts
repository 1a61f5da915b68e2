// Passkeys: a virtual authenticator, and what pages ask it for. Names are those of WebDriver and WebAuthn.

export interface Authenticator {
  protocol: "ctap1/u2f" | "ctap2" | "ctap2_1";
  transport: "ble" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb";
  hasResidentKey: boolean;
  hasUserVerification: boolean;
  isUserConsenting: boolean;
  isUserVerified: boolean;
}

/** Binary values are in base64url; the private key, for P-256, is PKCS#8. */
export interface Passkey {
  credentialId: string;
  rpId: string;
  userHandle: string;
  isResidentCredential: boolean;
  signCount: number;
  privateKey: string;
}

/** What a page asks for: to make one, to log in with one, or whether the device itself could. */
export interface PasskeyRequest {
  kind: "create" | "get" | "available";
  rpId: string;
  /** Whom the page makes one for. */
  userName: string;
  /** The page names none of them: any that the authenticator can find will do. */
  discoverable: boolean;
  /** It may wait until the user chooses one. */
  conditional: boolean;
}

/** What one request is answered with. */
export interface PasskeyTurn {
  authenticator: Authenticator;
  passkeys: Passkey[];
}

/** What came of one: all that the authenticator holds now. */
export interface PasskeyOutcome {
  request: PasskeyRequest;
  passkeys: Passkey[];
  /** The id of the one that was made or answered with; null where none was. */
  used: string | null;
}
