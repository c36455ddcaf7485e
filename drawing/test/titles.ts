/** A hundred titles as they are typed, 3 to 100 characters long. */
const typed = `WOW
Why?
5 AM
DIY!
Go!
Day 1
I QUIT
STOP Doing This!
The Truth
Easy 10-Minute Pasta
5 Mistakes EVERY Beginner Makes
How I Made $10,000 in a Week
I Survived 100 Days in Hardcore Minecraft
The Truth About iPhone 16
Why nobody talks about the real cost of owning a house in 2026
What Happens If You Only Eat Eggs for 30 Days? My honest results after a month of this crazy diet
Как выиграть 1000$ за день
Γιατί άλλαξα τη ζωή μου
Łódź, Kraków i Gdańsk w 3 dni
Tại sao tiếng Việt khó đến thế?
ÀÉÎÕÜ Ça va très bien, merci
Donaudampfschifffahrtsgesellschaft
AVOID these 7 toys!
I built a tiny house for $500
React in 100 Seconds
Is it worth it?
The BEST laptop under $1,000
10 Things I Wish I Knew
We bought an abandoned castle in France
Never buy this car again
50 hours in solitary confinement
Learn Python in 1 Hour
My morning routine (5 AM)
This changes everything…
0 to 100k subscribers
Gym mistakes that kill your gains
What's in my bag?
Cooking with Grandma: the secret sauce
The Last of Us, explained
Mercedes vs. BMW vs. Audi
Jgpqy typography, gym & puppy
A a a a a a a a a a a a a a a a a a a a a a a a a a a a a a
Supercalifragilisticexpialidocious song lyrics
JUST DO IT
24h in the world's smallest flat
Plants you cannot kill
Beginner guitar lesson #1
100% free tools for creators
The history of Rome in twenty minutes
I let AI control my life for a week
Do NOT eat this
Budget travel: Japan
¿Por qué no puedes dormir?
Die besten Tipps für den Garten
Le secret des boulangers français
Sourdough
Meal prep for the week
The science of black holes
Photography 101
How to edit videos FAST
Will it work?
Ranking every Pixar movie ever made from the worst to the best
Unboxing the $30,000 television that rolls up
Stop wasting money on skincare
My dog learned to talk
Inside a secret underground city
Speedrun: world record in 4:59
Dubai on a budget
Home office tour 2026
She said YES
I tried every diet so that you do not have to
The world's strongest coffee
Why I left Google after 7 years
Making a knife from rust
Full body workout, no equipment
Cheap vs. Expensive
The end of the internet as we know it
3 ingredients. 1 pan.
Camping in a storm
Watercolour for beginners: skies
A day in the life of a surgeon
What they don't teach you at school
Build this desk!
Before you buy a Tesla, watch this
Chess: the opening nobody expects
Winter is coming
Trail running in the Alps
Quantum computers, simply
OFF-GRID
Street food tour: 12 dishes in one night in Bangkok
Minimalism changed me
I spent $10,000 on the worst hotel
Inflation explained
Escape room IRL
Baby's first year
Restoring a 1960s motorbike
MOST wanted
Old phone, new life
How the pyramids were really built, according to the engineers who measured every single stone twice
Try not to laugh`;

export const titles: readonly string[] = typed.split("\n");
