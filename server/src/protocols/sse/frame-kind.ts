/** The meaning of one frame to the relay. */
export type FrameKind =
  /** Contains part of the answer. */
  | 'content'
  /** Only usage: withheld from a client that did not ask for it. */
  | 'usage'
  /** The end marker. */
  | 'done'
  /** An error object of the upstream. */
  | 'error'
  /** Role, ping, filter result, unreadable: passed on, never charged. */
  | 'other'
