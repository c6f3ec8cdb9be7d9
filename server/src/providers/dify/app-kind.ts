/** The kinds of a Dify application. Agents and chatflows are called like chats. */
export const appKinds = ['chat', 'agent', 'workflow', 'completion'] as const

export type AppKind = (typeof appKinds)[number]

/** The kind in a channel's field `other`; chat by default. */
export const appKindOf = ({ other }: { other: string }): AppKind =>
  appKinds.find((kind) => kind === other.trim().toLowerCase()) ?? 'chat'
