/**
 * Decides on the opaque state of a conversation (signed or redacted thoughts): kept, replaced, or removed (undefined).
 * `messageIndex` is the index of the message in the client's body.
 */
export type ChangeState = (state: string, messageIndex: number) => string | undefined
