import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFault } from './load-fault.tsx'
import css from './qr-code.module.css'

/** The QR code of the official account, or a message that none is configured. */
export function WeChatCode({ address }: { address: string }) {
  const { t } = useTranslation()
  const [isBroken, setIsBroken] = useState(false)
  if (address === '' || isBroken)
    return <LoadFault text={t(address === '' ? 'external.wechatNoCode' : 'external.wechatBroken')} />
  return <img src={address} alt={t('external.wechatCode')} className={css.qr} onError={() => setIsBroken(true)} />
}
