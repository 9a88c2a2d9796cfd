// mcs SignedReturn.cs && mono SignedReturn.exe KEY NAME VALUE [NAME VALUE …]
using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

public static class SignedReturn
{
    // EscapeDataString leaves !'()* as they are on older frameworks
    static string Encode(string text)
    {
        var encoded = new StringBuilder(Uri.EscapeDataString(text));
        foreach (var left in "!'()*") encoded.Replace(left.ToString(), "%" + ((int)left).ToString("X2"));
        return encoded.ToString();
    }

    public static string Sign(IDictionary<string, string> parameters, string key)
    {
        var encoded = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var pair in parameters) encoded[Encode(pair.Key)] = Encode(pair.Value);
        var text = string.Join("&", encoded.Select(pair => pair.Key + "=" + pair.Value));
        using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(key)))
        {
            var hash = hmac.ComputeHash(Encoding.UTF8.GetBytes(text));
            return text + "&hash=" + string.Concat(hash.Select(part => part.ToString("x2")));
        }
    }

    public static void Main(string[] args)
    {
        var parameters = new Dictionary<string, string>();
        for (var at = 1; at < args.Length; at += 2) parameters[args[at]] = args[at + 1];
        Console.WriteLine(Sign(parameters, args[0]));
    }
}
