import { languageOf } from '../knowledge/terms.ts';

interface Phrases {
  nothingFound: string;
  askMe: string;
}

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    nothingFound: 'I could not find an answer to that in the documents.',
    askMe: 'What would you like to know?',
  },
  de: {
    nothingFound: 'Darauf habe ich in den Dokumenten keine Antwort gefunden.',
    askMe: 'Was möchten Sie wissen?',
  },
  fr: {
    nothingFound: "Je n'ai pas trouvé de réponse à cette question dans les documents.",
    askMe: 'Que souhaitez-vous savoir ?',
  },
  es: {
    nothingFound: 'No he encontrado una respuesta a eso en los documentos.',
    askMe: '¿Qué le gustaría saber?',
  },
  it: { nothingFound: 'Non ho trovato una risposta nei documenti.', askMe: 'Che cosa desidera sapere?' },
  pt: {
    nothingFound: 'Não encontrei uma resposta a isso nos documentos.',
    askMe: 'O que gostaria de saber?',
  },
  nl: { nothingFound: 'Daar heb ik in de documenten geen antwoord op gevonden.', askMe: 'Wat wilt u weten?' },
};

/** What is said instead of an answer, in the language of the question as far as its words tell. */
export function noAnswer(question: string, kind: keyof Phrases): string {
  return PHRASES[languageOf(question) ?? 'en']![kind];
}
