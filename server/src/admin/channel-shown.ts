export interface ChannelShown {
  channel_id: number
  channel_name: string
}

/** The channel of a row as its reader may see it: accounts do not learn which channel served them. */
export const channelShown = (
  channels: ReadonlyMap<number, { name: string }>,
  id: number,
  isAdmin: boolean,
): ChannelShown =>
  isAdmin ? { channel_id: id, channel_name: channels.get(id)?.name ?? '' } : { channel_id: 0, channel_name: '' }
