import type { OptionKey } from '@sluice/contract/options/registry'
import { Button, Input, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../components/number-field.tsx'
import texts from '../../components/text.module.css'
import { controlIdOf } from './option-field.ts'
import css from './settings.module.css'
import { useCard } from './settings-context.ts'
import { useInstantSwitch } from './use-instant-switch.ts'
import { type OptionState, useOption } from './use-option.ts'
import { useRemoveSecret } from './use-remove-secret.ts'
import { useCardTexts } from './use-texts.ts'

interface ControlProps {
  name: OptionKey
  option: OptionState
  /** Ids of the elements that describe it. */
  describedBy?: string
  /** Without effect because of other options. */
  isDisabled?: boolean
}

/** The control of an option, according to its kind. */
export function OptionControl(given: Omit<ControlProps, 'option'>) {
  const props = { ...given, option: useOption(given.name) }
  const { option } = props
  switch (option.field.kind) {
    case 'switch':
      return option.field.isInstant ? <InstantSwitch {...props} /> : <PlainSwitch {...props} />
    case 'number':
      return <NumberControl {...props} />
    case 'choice':
      return <ChoiceControl {...props} />
    case 'secret':
      return <SecretControl {...props} />
    case 'json':
    case 'lines':
      return <LinesControl {...props} />
    case 'text':
    case 'address':
      return <TextControl {...props} />
  }
}

const attributesOf = ({ name, option, describedBy, isDisabled }: ControlProps) => ({
  id: controlIdOf(name),
  'aria-describedby': describedBy,
  'aria-invalid': option.problem !== undefined || undefined,
  status: option.problem === undefined ? undefined : ('error' as const),
  readOnly: option.isReadOnly,
  disabled: isDisabled,
  onBlur: option.check,
})

function TextControl(props: ControlProps) {
  const { option } = props
  return (
    <Input
      {...attributesOf(props)}
      autoComplete="off"
      spellCheck={false}
      placeholder={option.field.example}
      value={option.text}
      onChange={(event) => option.setText(event.target.value)}
    />
  )
}

function SecretControl(props: ControlProps) {
  const { t } = useTranslation('settings')
  const { labelOf } = useCardTexts(useCard())
  const remove = useRemoveSecret(props.name)
  const { option } = props
  return (
    <span className={css.secret}>
      <Input
        {...attributesOf(props)}
        type="password"
        // Otherwise browsers would offer the user's own password.
        autoComplete="new-password"
        placeholder={option.isSet ? t('secretSet') : t('secretUnset')}
        value={option.text}
        onChange={(event) => option.setText(event.target.value)}
      />
      {option.isSet && !option.isReadOnly && !props.isDisabled && (
        <Button aria-label={t('secretRemoveOf', { what: labelOf(props.name) })} onClick={remove}>
          {t('secretRemove')}
        </Button>
      )}
    </span>
  )
}

function NumberControl(props: ControlProps) {
  const { unitOf } = useCardTexts(useCard())
  const { option } = props
  const { field } = option
  return (
    <NumberField<string>
      {...attributesOf(props)}
      stringMode
      className={css.number}
      step={field.step ?? 1}
      precision={field.decimals}
      placeholder={field.example}
      controls={false}
      suffix={field.unit === undefined ? undefined : unitOf(field.unit)}
      value={option.text === '' ? null : option.text}
      onChange={(value) => option.setText(value === null ? '' : String(value))}
    />
  )
}

function ChoiceControl({ name, option, describedBy, isDisabled }: ControlProps) {
  const { optionText } = useCardTexts(useCard())
  return (
    <Select
      id={controlIdOf(name)}
      aria-describedby={describedBy}
      className={css.choice}
      disabled={isDisabled || option.isReadOnly}
      value={option.text}
      onChange={option.setText}
      options={option.field.choices?.map((value) => ({ value, label: optionText(name, `choice.${value}`) }))}
    />
  )
}

function LinesControl(props: ControlProps) {
  const { option } = props
  return (
    <Input.TextArea
      {...attributesOf(props)}
      className={option.field.kind === 'json' ? texts.mono : undefined}
      autoSize={{ minRows: 6, maxRows: 12 }}
      spellCheck={false}
      placeholder={option.field.example}
      value={option.text}
      onChange={(event) => option.setText(event.target.value)}
    />
  )
}

function PlainSwitch({ name, option, describedBy, isDisabled }: ControlProps) {
  return (
    <Switch
      id={controlIdOf(name)}
      aria-describedby={describedBy}
      disabled={isDisabled || option.isReadOnly}
      checked={option.text === 'true'}
      onChange={(isOn) => option.setText(String(isOn))}
    />
  )
}

function InstantSwitch({ name, option, describedBy, isDisabled }: ControlProps) {
  const { isOn, isBusy, throwTo } = useInstantSwitch(name)
  return (
    <Switch
      id={controlIdOf(name)}
      aria-describedby={describedBy}
      disabled={isDisabled || option.isReadOnly}
      loading={isBusy}
      checked={isOn}
      onChange={throwTo}
    />
  )
}
