/** What an application of Dify is. Agents and workflows of conversations are called as chats. */
const appKinds = ['chat', 'agent', 'workflow', 'completion'] as const

export type AppKind = (typeof appKinds)[number]

/** The kind in a channel's field `other`; a chat where it names none. */
export const appKindOf = ({ other }: { other: string }): AppKind =>
  appKinds.find((kind) => kind === other.trim().toLowerCase()) ?? 'chat'
