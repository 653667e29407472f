import { Button, Group, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useRecords } from '../../ui/forms/record-kinds.ts'
import classes from './export.module.css'

export interface CoverDraft {
  isOn: boolean
  subtitle: string
  organisation: string
  authors: string
  date: string
  classification: string
  abstract: string
  /** A picture of Files; absent: none. */
  logo_file_id?: string
}

export interface SignatoryDraft {
  name: string
  role: string
}

export const emptyCover: CoverDraft = {
  isOn: true,
  subtitle: '',
  organisation: '',
  authors: '',
  date: '',
  classification: '',
  abstract: '',
}

const lines = [
  ['subtitle', 'Subtitle'],
  ['organisation', 'Organisation'],
  ['authors', 'Authors'],
  ['date', 'Date'],
  ['classification', 'Classification'],
] as const
const mostSignatories = 12

/** What stands on the cover, and who signs. */
export function CoverFields({
  cover,
  onCover,
  signatories,
  onSignatories,
}: {
  cover: CoverDraft
  onCover: (cover: CoverDraft) => void
  signatories: readonly SignatoryDraft[]
  onSignatories: (signatories: SignatoryDraft[]) => void
}) {
  const change = (index: number, changed: Partial<SignatoryDraft>): void =>
    onSignatories(signatories.map((each, at) => (at === index ? { ...each, ...changed } : each)))
  return (
    <Stack gap={12}>
      <Switch
        label="Cover"
        checked={cover.isOn}
        onChange={event => onCover({ ...cover, isOn: event.currentTarget.checked })}
      />
      {cover.isOn && (
        <div className={classes.fields}>
          {lines.map(([name, label]) => (
            <TextInput
              key={name}
              label={label}
              maxLength={name === 'classification' || name === 'date' ? 100 : 300}
              value={cover[name]}
              onChange={event => onCover({ ...cover, [name]: event.currentTarget.value })}
            />
          ))}
          <PickLogo
            value={cover.logo_file_id ?? null}
            onChange={logo_file_id => onCover({ ...cover, logo_file_id: logo_file_id ?? '' })}
          />
          <Textarea
            label="Abstract"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={5000}
            value={cover.abstract}
            onChange={event => onCover({ ...cover, abstract: event.currentTarget.value })}
          />
        </div>
      )}
      {signatories.map((signatory, index) => (
        <Group key={index} gap={8} align="end" role="group" aria-label={`Signatory ${index + 1}`}>
          <TextInput
            label="Name"
            maxLength={200}
            value={signatory.name}
            onChange={event => change(index, { name: event.currentTarget.value })}
          />
          <TextInput
            label="Role"
            maxLength={200}
            value={signatory.role}
            onChange={event => change(index, { role: event.currentTarget.value })}
          />
          <Button variant="subtle" onClick={() => onSignatories(signatories.filter((_, at) => at !== index))}>
            Remove
          </Button>
        </Group>
      ))}
      <Button
        variant="default"
        disabled={signatories.length >= mostSignatories}
        onClick={() => onSignatories([...signatories, { name: '', role: '' }])}
        style={{ alignSelf: 'flex-start' }}
      >
        Add signatory
      </Button>
    </Stack>
  )
}

/** One of the pictures in Files that a document can show. */
function PickLogo({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const files = useRecords('file')
  const pictures = (files.data ?? []).filter(({ title }) => /\.(?:png|jpe?g)$/i.test(title))
  return (
    <Select
      label="Logo"
      placeholder={files.isSuccess && pictures.length === 0 ? 'No picture in Files' : 'A PNG or JPEG of Files'}
      searchable
      onSearchChange={files.onSearch}
      clearable
      clearButtonProps={{ 'aria-label': 'No logo' }}
      value={value === '' ? null : value}
      data={pictures.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={onChange}
    />
  )
}
