import { claudeCard, geminiCard, globalCard } from '@sluice/contract/options/models'
import type { OptionKey } from '@sluice/contract/options/registry'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { OptionControl } from '../option-control.tsx'
import { controlIdOf } from '../option-field.ts'
import { writeJson } from '../option-json.ts'
import { OptionRow } from '../option-row.tsx'
import css from '../settings.module.css'
import { SettingsCard } from '../settings-card.tsx'
import { useOption } from '../use-option.ts'
import { namesIn } from './names.ts'

export default function ModelsTab() {
  // Loads the texts of all cards: a card that loaded its own later would suspend the tab.
  useTranslation(['settings-system'])
  return (
    <>
      <SettingsCard card={geminiCard}>
        <OptionRow name="gemini.safety_settings" />
        <OptionRow name="gemini.version_settings" />
        <OptionRow name="gemini.supported_imagine_models">
          <NamesField name="gemini.supported_imagine_models" />
        </OptionRow>
        <OptionRow name="gemini.thinking_adapter_enabled" />
        <OptionRow name="gemini.thinking_adapter_budget_tokens_percentage" />
      </SettingsCard>
      <SettingsCard card={claudeCard} />
      <SettingsCard card={globalCard}>
        <OptionRow name="global.pass_through_request_enabled" />
        <OptionRow name="general_setting.ping_interval_enabled" />
        <PingSecondsRow />
      </SettingsCard>
    </>
  )
}

function PingSecondsRow() {
  const isPinging = useOption('general_setting.ping_interval_enabled').text === 'true'
  return <OptionRow name="general_setting.ping_interval_seconds" isDisabled={!isPinging} />
}

/** A JSON list of names as tags; as text if it is anything else. */
function NamesField({ name }: { name: OptionKey }) {
  const { t } = useTranslation('settings-models')
  const option = useOption(name)
  const names = namesIn(option.text)
  if (names === null) return <OptionControl name={name} />
  return (
    <Select
      id={controlIdOf(name)}
      mode="tags"
      className={css.tagsField}
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '\n', ' ']}
      placeholder={t('addName')}
      disabled={option.isReadOnly}
      value={names}
      onChange={(next: string[]) => option.setText(writeJson(next))}
    />
  )
}
