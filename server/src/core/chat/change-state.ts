/**
 * What becomes of opaque state of a conversation (signed or redacted thoughts): kept, replaced, or taken out
 * (undefined). `messageIndex` counts the messages as they stand in the client's body.
 */
export type ChangeState = (state: string, messageIndex: number) => string | undefined
