import type { OptionValues } from '../state/option-registry.ts'
import { publicAddress } from '../state/public-address.ts'
import { signEpay } from './epay-signature.ts'

export type EpayOptions = Pick<
  OptionValues,
  'PayAddress' | 'EpayId' | 'EpayKey' | 'CustomCallbackAddress' | 'ServerAddress'
>

export type EpayMethod = 'alipay' | 'wxpay'

export const isEpayMethod = (method: string): method is EpayMethod =>
  method === 'alipay' || method === 'wxpay'

/** Whether orders can be paid through the gateway, and their payment can reach this server. */
export const isEpayReady = (options: EpayOptions): boolean =>
  options.PayAddress !== '' && options.ServerAddress !== '' && isEpayKnown(options)

/** Whether messages of the gateway can be verified: orders that wait are still paid after it is switched off. */
export const isEpayKnown = ({ EpayId, EpayKey }: EpayOptions): boolean => EpayId !== '' && EpayKey !== ''

export interface EpayOrder {
  tradeNo: string
  method: EpayMethod
  amount: number
  /** With two decimals. */
  money: string
}

/** What the browser posts to the gateway, and where. */
export function buildEpayForm(
  { tradeNo, method, amount, money }: EpayOrder,
  options: EpayOptions,
  port: number,
): { url: string; fields: Record<string, string> } {
  const site = publicAddress(options, port)
  const fields = {
    pid: options.EpayId,
    type: method,
    out_trade_no: tradeNo,
    notify_url: `${options.CustomCallbackAddress || site}/api/user/epay/notify`,
    // The gateway adds its own parameters, `out_trade_no` among them; not every one minds a query that is there already.
    return_url: `${site}/topup`,
    name: `TUC${amount}`,
    money,
    device: 'pc',
    sign_type: 'MD5',
  }
  const sign = signEpay(new Map(Object.entries(fields)), options.EpayKey)
  return { url: `${options.PayAddress}/submit.php`, fields: { ...fields, sign } }
}
