import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { parseRecord } from '@sluice/contract/read-json'
import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { CodeField } from './code-field.tsx'
import { isToolName, type Tool, toolsMax } from './model-parameters.ts'
import css from './playground.module.css'
import { SettingField } from './setting-field.tsx'

/** The first tool is an example that works. */
const example: Tool = {
  name: 'get_weather',
  description: 'The weather in a city',
  parameters: JSON.stringify(
    { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
    null,
    2,
  ),
  result: '{ "degrees": 21, "sky": "clear" }',
}
const empty: Tool = { name: '', description: '', parameters: '', result: '' }

interface ToolFieldsProps {
  tools: readonly Tool[]
  onChange(tools: readonly Tool[]): void
}

/** The functions that the model may call, each with the result that is proposed for its calls. */
export function ToolFields({ tools, onChange }: ToolFieldsProps) {
  const { t } = useTranslation('playground')
  return (
    <Stack gap={8} as="section" aria-label={t('tools.title')}>
      <div className={css.label}>{t('tools.title')}</div>
      <p className={texts.hint}>{t('tools.hint')}</p>
      {tools.map((tool, index) => (
        // Tools have no ids, and are changed in their places.
        <ToolCard
          key={index}
          tool={tool}
          onChange={(changes) => onChange(tools.with(index, { ...tool, ...changes }))}
          onRemove={() => onChange(tools.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="small"
        disabled={tools.length >= toolsMax}
        onClick={() => onChange([...tools, tools.length === 0 ? example : empty])}
      >
        {t('tools.add')}
      </Button>
    </Stack>
  )
}

interface ToolCardProps {
  tool: Tool
  onChange(changes: Partial<Tool>): void
  onRemove(): void
}

function ToolCard({ tool, onChange, onRemove }: ToolCardProps) {
  const { t } = useTranslation('playground')
  const { name, description, parameters, result } = tool
  const isNameBroken = name !== '' && !isToolName(name)
  const areParametersBroken = parameters.trim() !== '' && parseRecord(parameters) === null
  return (
    <Stack gap={8} className={css.tool}>
      <SettingField
        label={t('tools.name')}
        problem={isNameBroken ? t('tools.notName') : undefined}
        extra={
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('tools.remove', { name })}
            title={t('tools.remove', { name })}
            onClick={onRemove}
          />
        }
      >
        {(id) => (
          <Input
            id={id}
            maxLength={64}
            spellCheck={false}
            status={isNameBroken ? 'error' : ''}
            value={name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </SettingField>
      <SettingField label={t('tools.description')}>
        {(id) => (
          <Input
            id={id}
            maxLength={1_000}
            value={description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </SettingField>
      <CodeField
        label={t('tools.parameters')}
        problem={areParametersBroken ? t('parameters.notJson') : undefined}
        rows={[2, 10]}
        value={parameters}
        onChange={(text) => onChange({ parameters: text })}
      />
      <CodeField
        label={t('tools.result')}
        hint={t('tools.resultHint')}
        rows={[1, 10]}
        value={result}
        onChange={(text) => onChange({ result: text })}
      />
    </Stack>
  )
}
