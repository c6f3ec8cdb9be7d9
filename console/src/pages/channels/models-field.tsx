import { Button, Form, Input, Select, Space } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormControl } from '../../components/form-control.ts'
import { hiddenTags } from '../../components/hidden-tags.ts'
import { Row, Stack } from '../../components/layout.tsx'
import { PrefillButtons } from '../../components/prefill-buttons.tsx'
import texts from '../../components/text.module.css'
import type { OptionsState } from '../../components/use-options-state.tsx'
import { sortModels } from '../../lib/sort-models.ts'
import { addModels, mergeModels } from './model-names.ts'
import { PickModelsDialog } from './pick-models-dialog.tsx'

export interface ModelsFieldProps extends FormControl<string[]> {
  /** Models that the list offers in addition to the selected ones. */
  offered: readonly string[]
  /** Whether these models are loading or could not be loaded. */
  offeredState?: OptionsState
  /** The known models of the type. Without any, the button is hidden. */
  builtIn?: readonly string[]
  /** Requests the models of the upstream; null = it failed and the error was shown. Absent = it lists none. */
  fetchModels?: (() => Promise<string[] | null>) | undefined
  placeholder?: string
}

/** Model names: selected from the list, entered, filled in from the known models, or read from the upstream. */
export function ModelsField(props: ModelsFieldProps) {
  const { offered, offeredState, builtIn = [], fetchModels, placeholder, value = [], onChange, ...field } = props
  const { t } = useTranslation(['channel-editor', 'common'])
  const [isFetching, setIsFetching] = useState(false)
  const [fetched, setFetched] = useState<string[] | null>(null)

  const fetchThem = async () => {
    if (!fetchModels || isFetching) return
    setIsFetching(true)
    const names = await fetchModels()
    setIsFetching(false)
    if (names !== null) setFetched(sortModels(names))
  }

  return (
    <Stack>
      <Select
        {...field}
        {...offeredState}
        mode="multiple"
        allowClear
        placeholder={placeholder ?? t('models.placeholder')}
        maxTagCount={40}
        maxTagPlaceholder={hiddenTags}
        value={value}
        onChange={onChange}
        options={sortModels([...offered, ...value]).map((name) => ({ value: name, label: name }))}
      />
      {/* A list that is refused does not make the box for further names wrong. */}
      <Form.Item noStyle validateStatus="success">
        <CustomModels
          models={value}
          onAdd={(models) => {
            onChange?.(models)
            // Validates at once, as a blur does.
            field.onBlur?.()
          }}
        />
      </Form.Item>
      <Row align="stretch" wrap>
        {builtIn.length > 0 && (
          <Button size="small" onClick={() => onChange?.(mergeModels(value, builtIn))}>
            {t('models.fillBuiltIn')}
          </Button>
        )}
        <PrefillButtons type="model" value={value} onFill={(models) => onChange?.(models)} />
        {fetchModels && (
          <Button size="small" loading={isFetching} onClick={fetchThem}>
            {t('models.fetch')}
          </Button>
        )}
        {value.length > 0 && (
          <Button size="small" type="text" onClick={() => onChange?.([])}>
            {t('models.clear')}
          </Button>
        )}
      </Row>
      {fetched && (
        <PickModelsDialog
          names={fetched}
          current={value}
          onClose={() => setFetched(null)}
          onApply={(models) => onChange?.(models)}
        />
      )}
    </Stack>
  )
}

function CustomModels({ models, onAdd }: { models: string[]; onAdd(models: string[]): void }) {
  const { t } = useTranslation(['channel-editor', 'common'])
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<'exists' | 'someExist' | null>(null)

  const add = () => {
    const added = addModels(models, text)
    if (added.ok) {
      setText('')
      setRefusal(null)
      onAdd(added.models)
    } else setRefusal(added.reason === 'empty' ? null : added.reason)
  }
  const onEnter = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return
    // Enter adds the name instead of submitting the form.
    event.preventDefault()
    add()
  }
  return (
    <div>
      <Space.Compact block>
        <Input
          aria-label={t('models.custom')}
          placeholder={t('models.custom')}
          value={text}
          status={refusal === null ? undefined : 'error'}
          onChange={(event) => {
            setText(event.target.value)
            setRefusal(null)
          }}
          onPressEnter={onEnter}
          // A name in the input is kept when the form is saved.
          onBlur={add}
        />
        <Button onClick={add}>{t('common:actions.add')}</Button>
      </Space.Compact>
      <div role="alert" className={texts.bad}>
        {refusal !== null && t(`models.${refusal}`)}
      </div>
    </div>
  )
}
