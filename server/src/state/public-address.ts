import type { Config } from '../platform/config.ts'
import type { OptionValues } from './option-registry.ts'

/**
 * The address at which people reach this server, for links in mails and for callbacks: from the operator's option,
 * never from a request. Without the option, the server's own port on this machine.
 */
export const publicAddress = (
  options: Pick<OptionValues, 'ServerAddress'>,
  { PORT, BASE_PATH }: Pick<Config, 'PORT' | 'BASE_PATH'>,
): string => (options.ServerAddress === '' ? `http://localhost:${PORT}${BASE_PATH}` : options.ServerAddress)
