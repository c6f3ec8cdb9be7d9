import { channelTypeOf } from '@sluice/contract/channel-types'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** The label of a channel type in the language of the console. */
export function useTypeLabel(): (type: number) => string {
  const { t, i18n } = useTranslation('channels')
  const isChinese = i18n.resolvedLanguage === 'zh'
  return useCallback(
    (type) => {
      const { label, labelZh } = channelTypeOf(type) ?? { label: t('type.unknown', { type }) }
      return isChinese ? (labelZh ?? label) : label
    },
    [t, isChinese],
  )
}

/** Whether a search for `words` finds the type: by its number, or by a part of its English or Chinese name. */
export function isTypeFound(words: string, type: number): boolean {
  const { label = '', labelZh = '' } = channelTypeOf(type) ?? {}
  const searched = words.trim().toLowerCase()
  if (/^\d+$/.test(searched) && String(type) === searched) return true
  return [label, labelZh].some((name) => name.toLowerCase().includes(searched))
}
