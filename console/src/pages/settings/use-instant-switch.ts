import { missingOptions } from '@sluice/contract/options/needs'
import type { OptionKey } from '@sluice/contract/options/registry'
import { App } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-client.ts'
import { fieldOf } from './option-field.ts'
import { writeOption } from './queries.ts'
import { useCard, useSettings } from './settings-context.ts'
import { useSavedOptions } from './use-saved-options.ts'
import { useCardTexts } from './use-texts.ts'

/** A switch that is saved immediately. It keeps its new state unless the save fails. */
export function useInstantSwitch(key: OptionKey) {
  const { snapshot, store } = useSettings()
  const card = useCard()
  const field = fieldOf(card, key)
  const { t } = useTranslation(['settings', 'common'])
  const { message, modal } = App.useApp()
  const { labelOf, optionText } = useCardTexts(card)
  const { remember, reload } = useSavedOptions(card)
  const [thrownTo, setThrownTo] = useState<boolean | null>(null)
  const isOn = snapshot.values[key] === 'true'

  const isFilled = (need: string) => snapshot.secretsSet.includes(need) || (snapshot.values[need] ?? '') !== ''
  const confirmOff = () =>
    new Promise<boolean>((resolve) => {
      modal.confirm({
        title: optionText(key, 'confirmTitle'),
        content: optionText(key, 'confirmText'),
        okText: optionText(key, 'confirmOff'),
        okButtonProps: { danger: true },
        cancelText: t('common:actions.cancel'),
        focusable: { autoFocusButton: 'cancel' },
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      })
    })
  const write = async (next: boolean) => {
    const entry = { key, value: String(next) }
    await writeOption(entry)
    remember([entry])
    void message.success(t(next ? 'switchedOn' : 'switchedOff', { what: labelOf(key) }))
    await reload()
  }
  const throwTo = async (next: boolean) => {
    if (next && missingOptions(field.needs ?? [], isFilled).length > 0) {
      store.mark({ [key]: optionText(key, 'missing') })
      return
    }
    store.mark({ [key]: null })
    setThrownTo(next)
    try {
      const asks = field.asksBeforeOff === true && !next
      if (!asks || (await confirmOff())) await write(next)
    } catch (error) {
      const refusal = error instanceof ApiError ? error.fields[key] : undefined
      if (refusal !== undefined) store.mark({ [key]: refusal })
      else void message.error(error instanceof Error ? error.message : String(error))
    } finally {
      setThrownTo(null)
    }
  }
  return { isOn: thrownTo ?? isOn, isBusy: thrownTo !== null, throwTo }
}
