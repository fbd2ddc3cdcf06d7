import { phrases } from './phrases.ts';

/** What visitors ask of the chat itself, by language, as they may stand among small talk. */
export const ABOUT_ME: Readonly<Record<string, ReadonlySet<string>>> = {
  en: phrases(`are you a bot|are you a chatbot|are you a robot|are you a human|are you human|are you real|are you a real person|
    are you a person|are you an ai|are you ai|are you a machine|are you chatgpt|is this a bot|is this a real person|
    am i talking to a bot|am i talking to a human|am i talking to a person|am i talking to a real person|
    am i chatting with a bot|am i chatting with a human|who are you|what are you|who made you|who built you|who created you|
    what is your name|what's your name|what can you do|what can you do for me|what can you help me with|what can you help with|
    what can i ask|what can i ask you|what do you know|how can you help me|how can you help|how do you work`),
  de: phrases(`bist du ein bot|sind sie ein bot|bist du ein chatbot|sind sie ein chatbot|bist du ein roboter|
    sind sie ein roboter|bist du ein mensch|sind sie ein mensch|bist du echt|sind sie echt|bist du eine ki|sind sie eine ki|
    bist du eine maschine|sind sie eine maschine|ist das ein bot|spreche ich mit einem menschen|rede ich mit einem menschen|
    schreibe ich mit einem menschen|spreche ich mit einem bot|rede ich mit einem bot|schreibe ich mit einem bot|wer bist du|
    wer sind sie|wer hat dich gemacht|wer hat dich programmiert|wer hat sie programmiert|wie heißt du|wie heißen sie|
    was kannst du|was können sie|was kannst du tun|was kannst du alles|was kannst du für mich tun|was können sie für mich tun|
    womit kannst du mir helfen|womit können sie mir helfen|wie kannst du mir helfen|wie können sie mir helfen|
    was kann ich fragen|was kann ich dich fragen|was kann ich sie fragen|was weißt du`),
  fr: phrases(`êtes vous un robot|êtes vous un bot|es tu un robot|es tu un bot|êtes vous humain|es tu humain|
    êtes vous un humain|êtes vous une vraie personne|es tu une vraie personne|êtes vous une ia|es tu une ia|
    est ce que je parle à un robot|est ce que je parle à un humain|qui êtes vous|qui es tu|qui vous a créé|qui t'a créé|
    comment vous appelez vous|comment tu t'appelles|que pouvez vous faire|que peux tu faire|que savez vous faire|
    que sais tu faire|comment pouvez vous m'aider|comment peux tu m'aider|que puis je vous demander|que puis je demander`),
  es: phrases(`eres un bot|es usted un bot|eres un robot|es usted un robot|es un robot|eres humano|eres una persona|
    eres una persona real|es usted una persona|eres real|eres una ia|hablo con un robot|hablo con una persona|
    estoy hablando con un robot|estoy hablando con una persona|quién eres|quien eres|quién es usted|quién te creó|
    quién te ha creado|cómo te llamas|como te llamas|cómo se llama usted|qué puedes hacer|que puedes hacer|qué puede hacer|
    qué sabes hacer|en qué puedes ayudarme|en qué me puedes ayudar|cómo puedes ayudarme|qué puedo preguntar|
    qué puedo preguntarte`),
  it: phrases(`sei un bot|sei un robot|è un bot|sei umano|sei una persona|sei una persona vera|sei un'ia|sei reale|
    parlo con un robot|sto parlando con un robot|sto parlando con una persona|chi sei|chi ti ha creato|come ti chiami|
    cosa puoi fare|che cosa puoi fare|cosa sai fare|come puoi aiutarmi|cosa posso chiedere|cosa posso chiederti`),
  pt: phrases(`você é um robô|você é um bot|é um robô|é um bot|és um robô|és um bot|você é humano|você é uma pessoa|
    você é real|estou falando com um robô|estou a falar com um robô|quem é você|quem és tu|quem te criou|quem criou você|
    como você se chama|qual é o seu nome|o que você pode fazer|o que podes fazer|o que você sabe fazer|como pode me ajudar|
    como você pode me ajudar|o que posso perguntar`),
  nl: phrases(`ben je een bot|ben jij een bot|bent u een bot|ben je een robot|ben jij een robot|bent u een robot|
    ben je een mens|ben jij een mens|bent u een mens|ben je echt|praat ik met een mens|praat ik met een robot|wie ben je|
    wie ben jij|wie bent u|wie heeft je gemaakt|hoe heet je|hoe heet jij|wat kun je|wat kan je|wat kun je doen|
    wat kunt u doen|wat kun je voor me doen|waarmee kun je me helpen|wat kan ik vragen|wat kan ik je vragen`),
  pl: phrases(`czy jesteś botem|jesteś botem|czy jesteś robotem|jesteś robotem|czy jesteś człowiekiem|jesteś człowiekiem|
    czy rozmawiam z człowiekiem|czy rozmawiam z botem|kim jesteś|kto cię stworzył|jak masz na imię|jak się nazywasz|
    co potrafisz|co umiesz|co możesz zrobić|jak możesz mi pomóc|w czym możesz pomóc|w czym możesz mi pomóc|
    o co mogę zapytać`),
  tr: phrases(`bot musun|bot musunuz|robot musun|robot musunuz|sen bir bot musun|sen bir robot musun|insan mısın|
    insan mısınız|gerçek misin|yapay zeka mısın|kimsin|sen kimsin|kimsiniz|siz kimsiniz|seni kim yaptı|adın ne|adınız ne|
    ne yapabilirsin|neler yapabilirsin|ne yapabilirsiniz|neler yapabilirsiniz|nasıl yardımcı olabilirsin|
    nasıl yardımcı olabilirsiniz|ne sorabilirim`),
  ar: phrases(`هل أنت روبوت|هل انت روبوت|هل أنت بوت|هل أنت إنسان|هل انت انسان|من أنت|من انت|ما اسمك|من صنعك|
    ماذا يمكنك أن تفعل|ماذا تستطيع أن تفعل|كيف يمكنك مساعدتي|بماذا يمكنك مساعدتي`),
  he: phrases(`אתה בוט|את בוט|אתה רובוט|האם אתה בוט|האם אתה רובוט|אתה אנושי|אתה בן אדם|מי אתה|מי את|מי יצר אותך|
    מה שמך|איך קוראים לך|מה אתה יכול לעשות|מה אתה יודע לעשות|איך אתה יכול לעזור לי|במה אתה יכול לעזור`),
  zh: phrases(`你是机器人吗|您是机器人吗|你是真人吗|您是真人吗|你是人吗|你是谁|您是谁|你叫什么|你叫什么名字|谁创造了你|谁开发了你|
    你能做什么|你会做什么|你会什么|你能帮我什么|我能问什么|我可以问你什么`),
  ja: phrases(`ロボットですか|あなたはロボットですか|ボットですか|あなたはボットですか|aiですか|あなたはaiですか|人間ですか|
    あなたは人間ですか|誰ですか|あなたは誰ですか|あなたはだれですか|お名前は|名前は何ですか|お名前は何ですか|何ができますか|
    あなたは何ができますか|何ができるの|何を聞けますか|誰が作りましたか`),
  ko: phrases(`로봇인가요|로봇이에요|봇인가요|봇이에요|사람인가요|사람이에요|당신은 로봇인가요|당신은 사람인가요|누구세요|당신은 누구인가요|
    이름이 뭐예요|이름이 뭔가요|무엇을 할 수 있나요|뭘 할 수 있나요|뭘 할 수 있어요|무엇을 도와줄 수 있나요|누가 만들었나요`),
  hi: phrases(`क्या आप बॉट हैं|क्या आप रोबोट हैं|क्या आप इंसान हैं|आप कौन हैं|आपका नाम क्या है|आपको किसने बनाया|
    आप क्या कर सकते हैं|आप मेरी क्या मदद कर सकते हैं|मैं क्या पूछ सकता हूँ|मैं क्या पूछ सकती हूँ`),
};
