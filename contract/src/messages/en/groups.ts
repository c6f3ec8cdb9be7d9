/** Descriptions of groups that no operator typed. */
export default {
  default: 'Default group',
  vip: 'VIP group',
  own: 'Group of the account',
} as const
