/** Roles of accounts, as stored and sent. */
export const roles = { guest: 0, user: 1, admin: 10, root: 100 } as const
export type Role = (typeof roles)[keyof typeof roles]

export const userStatus = { enabled: 1, banned: 2 } as const
export const tokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const
export const channelStatus = { enabled: 1, disabled: 2, autoDisabled: 3 } as const
/**
 * Values of `status` in the lists of channels. `disabled`: all that are not enabled; `manual_disabled`: those that an
 * administrator disabled.
 */
export const channelStatusFilters = ['enabled', 'disabled', 'manual_disabled', 'auto_disabled'] as const
export type ChannelStatusFilter = (typeof channelStatusFilters)[number]

export const logType = { all: 0, topUp: 1, consume: 2, manage: 3, system: 4, error: 5 } as const

export type ChannelStatus = (typeof channelStatus)[keyof typeof channelStatus]
export type LogType = (typeof logType)[keyof typeof logType]
