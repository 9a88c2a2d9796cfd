import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Has every language of docs/return-hashing sign the same returns, and keeps what they print: `tsx scripts/write-hash-vectors.ts`. It needs
 * php, python3, a JDK, mono with mcs, go and node; the tests need the file alone.
 */
const HASHING = join('docs', 'return-hashing')
/** Where the programs are: the examples belong to the page that shows them. */
const FOLDERS = {
  examples: join('packages', 'schema', 'return-hash-examples'),
  'as-sent': join(HASHING, 'as-sent'),
} as const
const KEY = '5f0c3d9a1b2e4f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8'

type Parameters = readonly (readonly [name: string, value: string])[]
const RETURNS: Readonly<Record<string, Parameters>> = {
  'no more than is needed': [
    ['inbound_code', '1000'],
    ['rdud', '2s-0189'],
  ],
  'what encoders differ in': [
    ['rdud', '2s-0189'],
    ['inbound_code', '1000'],
    ['note', "!'()*"],
  ],
  'spaces, plus and tilde': [
    ['rdud', '2s-0189'],
    ['inbound_code', '1000'],
    ['answer', ' a b+c ~ d+ '],
  ],
  'umlauts and an emoji': [
    ['größe', 'Käse'],
    ['rdud', '2s-0189'],
    ['inbound_code', '1000'],
    ['mood', '🙂'],
    ['city', 'Zürich'],
  ],
  'empty values': [
    ['rdud', '2s-0189'],
    ['zip', ''],
    ['inbound_code', '1000'],
    ['age', ''],
  ],
  'names in odd order': [
    ['rdud', '2s-0189'],
    ['a-b', '1'],
    ['inbound_code', '1000'],
    ['a', '2'],
    ['Z', '3'],
    ['10', '4'],
    ['9', '5'],
    ['rdud2', '6'],
    ['a b', '7'],
    ['_', '8'],
    ['ä', '9'],
  ],
  'what addresses are made of': [
    ['rdud', '2s-0189'],
    ['inbound_code', '1000'],
    ['url', 'https://a.example/b?c=d&e=f#g%20h'],
    ['marks', '[]{}<>|\\^`",;:@$'],
  ],
}

interface Signer {
  readonly language: string
  readonly version: readonly string[]
  readonly programs: Readonly<Record<'examples' | 'as-sent', string>>
  readonly run: (program: string) => readonly string[]
}
const scratch = mkdtempSync(join(tmpdir(), 'hash-vectors-'))
const text = ([command = '', ...args]: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } }).trim()

function compiled(program: string): readonly string[] {
  const exe = join(scratch, 'signer.exe')
  text(['mcs', `-out:${exe}`, program])
  return ['mono', exe]
}

const SIGNERS: readonly Signer[] = [
  {
    language: 'PHP',
    version: ['php', '-r', 'echo PHP_VERSION;'],
    programs: { examples: 'signed-return.php', 'as-sent': 'as-sent.php' },
    run: program => ['php', program],
  },
  {
    language: 'Python',
    version: ['python3', '-c', 'import platform; print(platform.python_version())'],
    programs: { examples: 'signed_return.py', 'as-sent': 'as_sent.py' },
    run: program => ['python3', program],
  },
  {
    language: 'Java',
    version: ['java', '--version'],
    programs: { examples: 'SignedReturn.java', 'as-sent': 'AsSent.java' },
    run: program => ['java', program],
  },
  {
    language: 'C#',
    version: ['mono', '--version=number'],
    programs: { examples: 'SignedReturn.cs', 'as-sent': 'AsSent.cs' },
    run: compiled,
  },
  {
    language: 'Go',
    version: ['go', 'env', 'GOVERSION'],
    programs: { examples: 'signed_return.go', 'as-sent': 'as_sent.go' },
    run: program => ['go', 'run', program],
  },
  {
    language: 'JavaScript',
    version: ['node', '--version'],
    programs: { examples: 'signed-return.mjs', 'as-sent': 'as-sent.mjs' },
    run: program => ['node', program],
  },
]

const vectors = SIGNERS.flatMap(({ language, version, programs, run }) =>
  (['examples', 'as-sent'] as const).flatMap(kind => {
    const program = `${kind}/${programs[kind]}`
    const command = run(join(FOLDERS[kind], programs[kind]))
    const made = `${language === 'C#' ? 'Mono' : language} ${/\d+(\.\d+)+/.exec(text(version))?.[0] ?? ''}`
    return Object.entries(RETURNS).map(([about, parameters]) => ({
      about,
      language,
      made_with: made,
      program,
      parameters,
      query: text([...command, KEY, ...parameters.flat()]),
    }))
  }),
)
const lines = vectors.map(vector => `    ${JSON.stringify(vector)}`)
writeFileSync(join(HASHING, 'vectors.json'), `{\n  "key": "${KEY}",\n  "vectors": [\n${lines.join(',\n')}\n  ]\n}\n`)
