import { QUALIFICATION_TYPES } from '@desk/schema/qualifications/qualification-codes'
import { ENGLISH, FRENCH, GERMAN, SPANISH, type LibraryEntry } from './library-entry.ts'

const { single, multiple } = QUALIFICATION_TYPES
const [EMPLOYMENT, BUSINESS, TECHNOLOGY, AUTOMOTIVE, HEALTH, FINANCE, LIFESTYLE] = [3, 4, 5, 6, 7, 8, 9]
const YES_NO = ['Yes', 'No', 'Prefer not to say']

/** What somebody does, has and uses. */
export const WORK_AND_LIFE: readonly LibraryEntry[] = [
  {
    id: 16,
    name: 'Employment status',
    precode: 'employment',
    type: single,
    category: EMPLOYMENT,
    texts: [
      { locales: ENGLISH, question: 'What is your employment status?', options: ['Full-time', 'Part-time', 'Self-employed', 'Looking for work', 'Not looking for work', 'Homemaker', 'Student', 'Retired', 'Unable to work', 'Prefer not to say'] },
      { locales: GERMAN, question: 'Wie ist Ihre berufliche Situation?', options: ['Vollzeit', 'Teilzeit', 'Selbstständig', 'Arbeit suchend', 'Nicht Arbeit suchend', 'Im Haushalt tätig', 'In Ausbildung', 'Im Ruhestand', 'Nicht arbeitsfähig', 'Keine Angabe'] },
      { locales: FRENCH, question: 'Quelle est votre situation professionnelle ?', options: ['Temps plein', 'Temps partiel', 'Indépendant(e)', 'En recherche d’emploi', 'Sans recherche d’emploi', 'Au foyer', 'Étudiant(e)', 'Retraité(e)', 'En incapacité', 'Je préfère ne pas répondre'] },
      { locales: SPANISH, question: '¿Cuál es su situación laboral?', options: ['Tiempo completo', 'Tiempo parcial', 'Por cuenta propia', 'En busca de trabajo', 'Sin buscar trabajo', 'En el hogar', 'Estudiante', 'Jubilado/a', 'Incapacitado/a', 'Prefiero no responder'] },
    ],
  },
  {
    id: 17,
    name: 'Industry',
    precode: 'industry',
    type: single,
    category: EMPLOYMENT,
    texts: [
      {
        locales: ENGLISH,
        question: 'In which industry do you work?',
        options: [
          'Agriculture', 'Mining and energy', 'Construction', 'Manufacturing', 'Wholesale', 'Retail', 'Transport and logistics', 'Hospitality and food', 'Media and publishing', 'Information technology', 'Telecommunications', 'Banking and finance', 'Insurance',
          'Real estate', 'Legal services', 'Consulting', 'Market research', 'Advertising and marketing', 'Science and engineering', 'Public administration', 'Education', 'Healthcare', 'Arts and entertainment', 'Non-profit', 'Another industry', 'I do not work',
        ],
      },
    ],
  },
  {
    id: 18,
    name: 'Job title',
    precode: 'job_title',
    type: single,
    category: EMPLOYMENT,
    texts: [{ locales: ENGLISH, question: 'Which of these is closest to your job title?', options: ['Owner or partner', 'Chief executive', 'Other C-level executive', 'Vice president', 'Director', 'Manager', 'Supervisor', 'Professional or specialist', 'Administrative staff', 'Skilled worker', 'Another title', 'I do not work'] }],
  },
  {
    id: 19,
    name: 'Job function',
    precode: 'job_function',
    type: single,
    category: EMPLOYMENT,
    texts: [{ locales: ENGLISH, question: 'In which department do you work?', options: ['Executive management', 'Finance and accounting', 'Human resources', 'Information technology', 'Legal', 'Marketing', 'Operations', 'Procurement', 'Research and development', 'Sales', 'Customer service', 'Another department', 'I do not work'] }],
  },
  {
    id: 20,
    name: 'Company size',
    precode: 'company_size',
    type: single,
    category: BUSINESS,
    texts: [{ locales: ENGLISH, question: 'How many people work in your company, at all its places?', options: ['Only me', '2 to 9', '10 to 49', '50 to 99', '100 to 249', '250 to 499', '500 to 999', '1,000 to 4,999', '5,000 or more', 'I do not know', 'I do not work'] }],
  },
  {
    id: 21,
    name: 'Company revenue',
    precode: 'company_revenue',
    type: single,
    category: BUSINESS,
    texts: [{ locales: ['en-US'], question: 'What is your company’s revenue in a year?', options: ['Less than $1 million', '$1 million to $4.9 million', '$5 million to $24.9 million', '$25 million to $99.9 million', '$100 million to $499.9 million', '$500 million or more', 'I do not know', 'I do not work'] }],
  },
  {
    id: 22,
    name: 'Decision maker',
    precode: 'decision_maker',
    type: multiple,
    category: BUSINESS,
    texts: [{ locales: ENGLISH, question: 'For which of these do you decide, or help to decide, at work?', options: ['None', 'IT hardware', 'IT software', 'Telecommunications', 'Office supplies', 'Marketing services', 'Human resources', 'Financial services', 'Travel', 'Vehicles', 'Professional services'] }],
  },
  {
    id: 23,
    name: 'Devices owned',
    precode: 'devices',
    type: multiple,
    category: TECHNOLOGY,
    texts: [
      { locales: ENGLISH, question: 'Which of these devices do you own?', options: ['Smartphone', 'Tablet', 'Laptop', 'Desktop computer', 'Smart TV', 'Game console', 'Smart watch', 'Smart speaker', 'E-reader', 'VR headset', 'None of these'] },
      { locales: GERMAN, question: 'Welche dieser Geräte besitzen Sie?', options: ['Smartphone', 'Tablet', 'Laptop', 'Desktop-Computer', 'Smart-TV', 'Spielkonsole', 'Smartwatch', 'Smart Speaker', 'E-Reader', 'VR-Brille', 'Keines davon'] },
      { locales: FRENCH, question: 'Lesquels de ces appareils possédez-vous ?', options: ['Smartphone', 'Tablette', 'Ordinateur portable', 'Ordinateur de bureau', 'Téléviseur connecté', 'Console de jeux', 'Montre connectée', 'Enceinte connectée', 'Liseuse', 'Casque de réalité virtuelle', 'Aucun'] },
      { locales: SPANISH, question: '¿Cuáles de estos dispositivos tiene?', options: ['Teléfono inteligente', 'Tableta', 'Portátil', 'Ordenador de sobremesa', 'Televisor inteligente', 'Consola de juegos', 'Reloj inteligente', 'Altavoz inteligente', 'Lector electrónico', 'Gafas de realidad virtual', 'Ninguno'] },
    ],
  },
  {
    id: 24,
    name: 'Streaming services',
    precode: 'streaming',
    type: multiple,
    category: TECHNOLOGY,
    texts: [{ locales: ENGLISH, question: 'Which kinds of streaming services do you pay for?', options: ['Films and series', 'Music', 'Live sports', 'News', 'Games', 'Audiobooks', 'None of these'] }],
  },
  {
    id: 25,
    name: 'Car ownership',
    precode: 'car_ownership',
    type: single,
    category: AUTOMOTIVE,
    texts: [
      { locales: ENGLISH, question: 'How many cars does your household own or lease?', options: ['None', '1', '2', '3 or more'] },
      { locales: GERMAN, question: 'Wie viele Autos besitzt oder least Ihr Haushalt?', options: ['Keines', '1', '2', '3 oder mehr'] },
      { locales: FRENCH, question: 'Combien de voitures votre foyer possède-t-il ou loue-t-il ?', options: ['Aucune', '1', '2', '3 ou plus'] },
      { locales: SPANISH, question: '¿Cuántos coches tiene o alquila su hogar?', options: ['Ninguno', '1', '2', '3 o más'] },
    ],
  },
  {
    id: 26,
    name: 'Car purchase',
    precode: 'car_purchase',
    type: single,
    category: AUTOMOTIVE,
    texts: [{ locales: ENGLISH, question: 'When do you plan to buy or lease your next car?', options: ['Within 6 months', 'In 6 to 12 months', 'In 1 to 2 years', 'In more than 2 years', 'I have no such plans'] }],
  },
  {
    id: 27,
    name: 'Smoker',
    precode: 'smoker',
    type: single,
    category: HEALTH,
    texts: [
      { locales: ENGLISH, question: 'Do you smoke cigarettes?', options: ['Yes, daily', 'Yes, occasionally', 'No, not any more', 'No, never', 'Prefer not to say'] },
      { locales: GERMAN, question: 'Rauchen Sie Zigaretten?', options: ['Ja, täglich', 'Ja, gelegentlich', 'Nein, nicht mehr', 'Nein, noch nie', 'Keine Angabe'] },
      { locales: FRENCH, question: 'Fumez-vous des cigarettes ?', options: ['Oui, tous les jours', 'Oui, parfois', 'Non, plus maintenant', 'Non, jamais', 'Je préfère ne pas répondre'] },
      { locales: SPANISH, question: '¿Fuma cigarrillos?', options: ['Sí, a diario', 'Sí, a veces', 'No, ya no', 'No, nunca', 'Prefiero no responder'] },
    ],
  },
  {
    id: 28,
    name: 'Health conditions',
    precode: 'health_conditions',
    type: multiple,
    category: HEALTH,
    texts: [{ locales: ENGLISH, question: 'Which of these conditions has a doctor told you that you have?', options: ['None', 'Allergies', 'Asthma', 'Arthritis', 'Depression or anxiety', 'Diabetes', 'Heart disease', 'High blood pressure', 'High cholesterol', 'Migraine', 'Another condition', 'Prefer not to say'] }],
  },
  {
    id: 29,
    name: 'Credit card',
    precode: 'credit_card',
    type: single,
    category: FINANCE,
    texts: [{ locales: ENGLISH, question: 'Do you have a credit card of your own?', options: YES_NO }],
  },
  {
    id: 30,
    name: 'Main shopper',
    precode: 'main_shopper',
    type: single,
    category: LIFESTYLE,
    texts: [{ locales: ENGLISH, question: 'Who does the grocery shopping in your household?', options: ['I do most of it', 'I share it with somebody', 'Somebody else does most of it'] }],
  },
]
