/** What `sluice doctor` checks. */
export default {
  settings: 'Settings',
  secrets: 'Secrets',
  database: 'Database',
  disk: 'Disk',
  clock: 'Clock',
  log_database: 'Log database',
  redis: 'Redis',
  channels: 'Channels',
  accounts: 'Administrators',
  prices: 'Prices',
  callbacks: 'Callbacks',
  public_address: 'Public address',
} as const
