import { QUALIFICATION_TYPES } from '@desk/schema/qualifications/qualification-codes'
import { ENGLISH, FRENCH, GERMAN, SPANISH, type LibraryEntry } from './library-entry.ts'

const { single, multiple, numeric, postalCode } = QUALIFICATION_TYPES
const [DEMOGRAPHICS, HOUSEHOLD] = [1, 2]

/** Who somebody is, and with whom they live. */
export const PEOPLE: readonly LibraryEntry[] = [
  {
    id: 1,
    name: 'Age',
    precode: 'age',
    type: numeric,
    category: DEMOGRAPHICS,
    texts: [
      { locales: ENGLISH, question: 'What is your age?' },
      { locales: GERMAN, question: 'Wie alt sind Sie?' },
      { locales: FRENCH, question: 'Quel âge avez-vous ?' },
      { locales: SPANISH, question: '¿Cuántos años tiene?' },
    ],
  },
  {
    id: 2,
    name: 'Postal code',
    precode: 'zip',
    type: postalCode,
    category: DEMOGRAPHICS,
    texts: [
      { locales: ['en-US'], question: 'What is your ZIP code?' },
      { locales: ['en-GB', 'en-CA', 'en-AU'], question: 'What is your postcode?' },
      { locales: GERMAN, question: 'Wie lautet Ihre Postleitzahl?' },
      { locales: FRENCH, question: 'Quel est votre code postal ?' },
      { locales: SPANISH, question: '¿Cuál es su código postal?' },
    ],
  },
  {
    id: 3,
    name: 'Gender',
    precode: 'gender',
    type: single,
    category: DEMOGRAPHICS,
    texts: [
      { locales: ENGLISH, question: 'What is your gender?', options: ['Man', 'Woman', 'Non-binary', 'Prefer not to say'] },
      { locales: GERMAN, question: 'Welches Geschlecht haben Sie?', options: ['Mann', 'Frau', 'Nicht-binär', 'Keine Angabe'] },
      { locales: FRENCH, question: 'Quel est votre genre ?', options: ['Homme', 'Femme', 'Non binaire', 'Je préfère ne pas répondre'] },
      { locales: SPANISH, question: '¿Cuál es su género?', options: ['Hombre', 'Mujer', 'No binario', 'Prefiero no responder'] },
    ],
  },
  {
    id: 4,
    name: 'Ethnicity',
    precode: 'ethnicity',
    type: single,
    category: DEMOGRAPHICS,
    texts: [
      {
        locales: ['en-US'],
        question: 'Which of these describes you best?',
        options: ['White', 'Black or African American', 'American Indian or Alaska Native', 'Asian', 'Middle Eastern or North African', 'Native Hawaiian or Pacific Islander', 'Two or more of these', 'Some other ethnicity', 'Prefer not to say'],
      },
      {
        locales: ['en-GB'],
        question: 'Which of these describes your ethnic group best?',
        options: ['White', 'Mixed or multiple ethnic groups', 'Asian or Asian British', 'Black, Black British, Caribbean or African', 'Other ethnic group', 'Prefer not to say'],
        english: ['White', 'Mixed or multiple ethnic groups', 'Asian or Asian British', 'Black, Black British, Caribbean or African', 'Other ethnic group', 'Prefer not to say'],
      },
    ],
  },
  {
    id: 5,
    name: 'Hispanic origin',
    precode: 'hispanic',
    type: single,
    category: DEMOGRAPHICS,
    texts: [
      { locales: ['en-US'], question: 'Are you of Hispanic, Latino or Spanish origin?', options: ['No', 'Yes, Mexican', 'Yes, Puerto Rican', 'Yes, Cuban', 'Yes, another origin', 'Prefer not to say'] },
      { locales: ['es-US'], question: '¿Es usted de origen hispano, latino o español?', options: ['No', 'Sí, mexicano', 'Sí, puertorriqueño', 'Sí, cubano', 'Sí, de otro origen', 'Prefiero no responder'] },
    ],
  },
  {
    id: 6,
    name: 'Marital status',
    precode: 'marital_status',
    type: single,
    category: DEMOGRAPHICS,
    texts: [
      { locales: ENGLISH, question: 'What is your marital status?', options: ['Single', 'Living with a partner', 'Married', 'Separated', 'Divorced', 'Widowed', 'Prefer not to say'] },
      { locales: GERMAN, question: 'Wie ist Ihr Familienstand?', options: ['Ledig', 'In Partnerschaft lebend', 'Verheiratet', 'Getrennt lebend', 'Geschieden', 'Verwitwet', 'Keine Angabe'] },
      { locales: FRENCH, question: 'Quelle est votre situation familiale ?', options: ['Célibataire', 'En couple', 'Marié(e)', 'Séparé(e)', 'Divorcé(e)', 'Veuf ou veuve', 'Je préfère ne pas répondre'] },
      { locales: SPANISH, question: '¿Cuál es su estado civil?', options: ['Soltero/a', 'En pareja', 'Casado/a', 'Separado/a', 'Divorciado/a', 'Viudo/a', 'Prefiero no responder'] },
    ],
  },
  {
    id: 7,
    name: 'Education',
    precode: 'education',
    type: single,
    category: DEMOGRAPHICS,
    texts: [
      {
        locales: ENGLISH,
        question: 'What is the highest level of education that you have completed?',
        options: ['Less than secondary school', 'Secondary school', 'Vocational training', 'Some college or university', 'Bachelor’s degree', 'Master’s degree', 'Doctorate', 'Prefer not to say'],
      },
      {
        locales: GERMAN,
        question: 'Welchen höchsten Bildungsabschluss haben Sie?',
        options: ['Kein Schulabschluss', 'Schulabschluss', 'Berufsausbildung', 'Studium ohne Abschluss', 'Bachelor', 'Master oder Diplom', 'Promotion', 'Keine Angabe'],
      },
      {
        locales: FRENCH,
        question: 'Quel est votre niveau d’études le plus élevé ?',
        options: ['Inférieur au secondaire', 'Secondaire', 'Formation professionnelle', 'Études supérieures sans diplôme', 'Licence', 'Master', 'Doctorat', 'Je préfère ne pas répondre'],
      },
      {
        locales: SPANISH,
        question: '¿Cuál es el nivel de estudios más alto que ha completado?',
        options: ['Menos que secundaria', 'Secundaria', 'Formación profesional', 'Estudios universitarios sin título', 'Grado o licenciatura', 'Máster o maestría', 'Doctorado', 'Prefiero no responder'],
      },
    ],
  },
  {
    id: 8,
    name: 'Region',
    precode: 'region',
    type: single,
    category: DEMOGRAPHICS,
    texts: [
      { locales: ['en-US'], question: 'In which region do you live?', options: ['Northeast', 'Midwest', 'South', 'West'] },
      {
        locales: ['en-GB'],
        question: 'In which region do you live?',
        options: ['North East', 'North West', 'Yorkshire and the Humber', 'East Midlands', 'West Midlands', 'East of England', 'London', 'South East', 'South West', 'Wales', 'Scotland', 'Northern Ireland'],
        english: ['North East', 'North West', 'Yorkshire and the Humber', 'East Midlands', 'West Midlands', 'East of England', 'London', 'South East', 'South West', 'Wales', 'Scotland', 'Northern Ireland'],
      },
      {
        locales: ['de-DE'],
        question: 'In welchem Bundesland leben Sie?',
        options: ['Baden-Württemberg', 'Bayern', 'Berlin', 'Brandenburg', 'Bremen', 'Hamburg', 'Hessen', 'Mecklenburg-Vorpommern', 'Niedersachsen', 'Nordrhein-Westfalen', 'Rheinland-Pfalz', 'Saarland', 'Sachsen', 'Sachsen-Anhalt', 'Schleswig-Holstein', 'Thüringen'],
        english: ['Baden-Württemberg', 'Bavaria', 'Berlin', 'Brandenburg', 'Bremen', 'Hamburg', 'Hesse', 'Mecklenburg-Western Pomerania', 'Lower Saxony', 'North Rhine-Westphalia', 'Rhineland-Palatinate', 'Saarland', 'Saxony', 'Saxony-Anhalt', 'Schleswig-Holstein', 'Thuringia'],
      },
    ],
  },
  {
    id: 9,
    name: 'State',
    precode: 'state',
    type: single,
    category: DEMOGRAPHICS,
    texts: [
      {
        locales: ['en-US'],
        question: 'In which state do you live?',
        options: [
          'Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware', 'District of Columbia', 'Florida', 'Georgia', 'Hawaii', 'Idaho', 'Illinois', 'Indiana', 'Iowa', 'Kansas',
          'Kentucky', 'Louisiana', 'Maine', 'Maryland', 'Massachusetts', 'Michigan', 'Minnesota', 'Mississippi', 'Missouri', 'Montana', 'Nebraska', 'Nevada', 'New Hampshire', 'New Jersey', 'New Mexico', 'New York',
          'North Carolina', 'North Dakota', 'Ohio', 'Oklahoma', 'Oregon', 'Pennsylvania', 'Rhode Island', 'South Carolina', 'South Dakota', 'Tennessee', 'Texas', 'Utah', 'Vermont', 'Virginia', 'Washington', 'West Virginia', 'Wisconsin', 'Wyoming',
        ],
      },
    ],
  },
  {
    id: 10,
    name: 'Language at home',
    precode: 'home_language',
    type: multiple,
    category: DEMOGRAPHICS,
    texts: [{ locales: ENGLISH, question: 'Which languages do you speak at home?', options: ['English', 'Spanish', 'French', 'German', 'Portuguese', 'Chinese', 'Hindi', 'Arabic', 'Vietnamese', 'Tagalog', 'Korean', 'Another language'] }],
  },
  {
    id: 11,
    name: 'Household income',
    precode: 'household_income',
    type: single,
    category: HOUSEHOLD,
    texts: [
      {
        locales: ['en-US'],
        question: 'What is the income of your household in a year, before taxes?',
        options: ['Less than $15,000', '$15,000 to $24,999', '$25,000 to $34,999', '$35,000 to $49,999', '$50,000 to $74,999', '$75,000 to $99,999', '$100,000 to $149,999', '$150,000 to $199,999', '$200,000 or more', 'Prefer not to say'],
      },
      {
        locales: ['en-GB'],
        question: 'What is the income of your household in a year, before taxes?',
        options: ['Less than £10,000', '£10,000 to £19,999', '£20,000 to £29,999', '£30,000 to £39,999', '£40,000 to £59,999', '£60,000 to £99,999', '£100,000 or more', 'Prefer not to say'],
        english: ['Less than £10,000', '£10,000 to £19,999', '£20,000 to £29,999', '£30,000 to £39,999', '£40,000 to £59,999', '£60,000 to £99,999', '£100,000 or more', 'Prefer not to say'],
      },
      {
        locales: ['de-DE'],
        question: 'Wie hoch ist das Nettoeinkommen Ihres Haushalts im Monat?',
        options: ['Unter 1.000 €', '1.000 € bis 1.999 €', '2.000 € bis 2.999 €', '3.000 € bis 3.999 €', '4.000 € bis 4.999 €', '5.000 € und mehr', 'Keine Angabe'],
        english: ['Less than €1,000', '€1,000 to €1,999', '€2,000 to €2,999', '€3,000 to €3,999', '€4,000 to €4,999', '€5,000 or more', 'Prefer not to say'],
      },
    ],
  },
  {
    id: 12,
    name: 'Household size',
    precode: 'household_size',
    type: single,
    category: HOUSEHOLD,
    texts: [
      { locales: ENGLISH, question: 'How many people live in your household, you included?', options: ['1', '2', '3', '4', '5', '6 or more'] },
      { locales: GERMAN, question: 'Wie viele Personen leben in Ihrem Haushalt, Sie selbst eingeschlossen?', options: ['1', '2', '3', '4', '5', '6 oder mehr'] },
      { locales: FRENCH, question: 'Combien de personnes vivent dans votre foyer, vous compris ?', options: ['1', '2', '3', '4', '5', '6 ou plus'] },
      { locales: SPANISH, question: '¿Cuántas personas viven en su hogar, incluido usted?', options: ['1', '2', '3', '4', '5', '6 o más'] },
    ],
  },
  {
    id: 13,
    name: 'Children in household',
    precode: 'children',
    type: multiple,
    category: HOUSEHOLD,
    texts: [
      { locales: ENGLISH, question: 'Which children live in your household?', options: ['None', 'Under 1 year', '1 to 3 years', '4 to 6 years', '7 to 12 years', '13 to 17 years'] },
      { locales: GERMAN, question: 'Welche Kinder leben in Ihrem Haushalt?', options: ['Keine', 'Unter 1 Jahr', '1 bis 3 Jahre', '4 bis 6 Jahre', '7 bis 12 Jahre', '13 bis 17 Jahre'] },
      { locales: FRENCH, question: 'Quels enfants vivent dans votre foyer ?', options: ['Aucun', 'Moins de 1 an', '1 à 3 ans', '4 à 6 ans', '7 à 12 ans', '13 à 17 ans'] },
      { locales: SPANISH, question: '¿Qué niños viven en su hogar?', options: ['Ninguno', 'Menos de 1 año', 'De 1 a 3 años', 'De 4 a 6 años', 'De 7 a 12 años', 'De 13 a 17 años'] },
    ],
  },
  {
    id: 14,
    name: 'Home ownership',
    precode: 'home_ownership',
    type: single,
    category: HOUSEHOLD,
    texts: [{ locales: ENGLISH, question: 'Do you own or rent your home?', options: ['Own', 'Rent', 'Live with family or friends', 'Something else', 'Prefer not to say'] }],
  },
  {
    id: 15,
    name: 'Pets',
    precode: 'pets',
    type: multiple,
    category: HOUSEHOLD,
    texts: [
      { locales: ENGLISH, question: 'Which pets live in your household?', options: ['None', 'Dog', 'Cat', 'Bird', 'Fish', 'Small mammal', 'Reptile', 'Another pet'] },
      { locales: GERMAN, question: 'Welche Haustiere leben in Ihrem Haushalt?', options: ['Keine', 'Hund', 'Katze', 'Vogel', 'Fische', 'Kleintier', 'Reptil', 'Ein anderes Tier'] },
      { locales: FRENCH, question: 'Quels animaux vivent dans votre foyer ?', options: ['Aucun', 'Chien', 'Chat', 'Oiseau', 'Poissons', 'Petit mammifère', 'Reptile', 'Un autre animal'] },
      { locales: SPANISH, question: '¿Qué mascotas viven en su hogar?', options: ['Ninguna', 'Perro', 'Gato', 'Pájaro', 'Peces', 'Mamífero pequeño', 'Reptil', 'Otra mascota'] },
    ],
  },
]
