import { missingOptions } from '@sluice/contract/options/needs'
import type { OptionKey } from '@sluice/contract/options/registry'
import { App } from 'antd'
import { createElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-client.ts'
import { toastFailure, toastSuccess } from '../../lib/toasts.ts'
import { fieldOf } from './option-field.ts'
import { checkOption, writeOption } from './queries.ts'
import { useCard, useSettings } from './settings-context.ts'
import { TurnstileTest } from './turnstile-test.tsx'
import { useSavedOptions } from './use-saved-options.ts'
import { useCardTexts } from './use-texts.ts'

/** A switch that is saved immediately. It keeps its new state unless the save fails. */
export function useInstantSwitch(key: OptionKey) {
  const { snapshot, store } = useSettings()
  const card = useCard()
  const field = fieldOf(card, key)
  const { t } = useTranslation(['settings', 'settings-system', 'common'])
  const { modal } = App.useApp()
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
  /** Resolves true after the test passed. The keys of the check are the only ones that are tested. */
  const testFirst = () =>
    new Promise<boolean>((resolve) => {
      const dialog = modal.confirm({
        title: t('settings-system:turnstileTest.title'),
        content: createElement(TurnstileTest, {
          siteKey: snapshot.values.TurnstileSiteKey ?? '',
          onPassed: () => {
            dialog.destroy()
            resolve(true)
          },
        }),
        okButtonProps: { style: { display: 'none' } },
        cancelText: t('common:actions.cancel'),
        onCancel: () => resolve(false),
      })
    })
  const isAgreed = async (next: boolean): Promise<boolean> => {
    if (next) return field.testsBeforeOn !== true || (await testFirst())
    if (field.asksBeforeOff !== true) return true
    // A refusal comes before the question.
    await checkOption({ key, value: String(next) })
    return await confirmOff()
  }
  const write = async (next: boolean) => {
    const entry = { key, value: String(next) }
    await writeOption(entry)
    remember([entry])
    toastSuccess(t(next ? 'switchedOn' : 'switchedOff', { what: labelOf(key) }))
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
      if (await isAgreed(next)) await write(next)
    } catch (error) {
      const refusal = error instanceof ApiError ? error.fields[key] : undefined
      if (refusal !== undefined) store.mark({ [key]: refusal })
      else toastFailure(error)
    } finally {
      setThrownTo(null)
    }
  }
  return { isOn: thrownTo ?? isOn, isBusy: thrownTo !== null, throwTo }
}
